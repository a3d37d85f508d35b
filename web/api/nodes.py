"""Finding one's way in an OpenAPI document."""

from typing import Any

Node = dict[str, Any]


def resolved(document: Node, node: Node) -> Node:
    """The node itself, or what its reference points at in its own document."""
    while "$ref" in node:
        target: Any = document
        for part in node["$ref"].removeprefix("#/").split("/"):
            target = target[part.replace("~1", "/").replace("~0", "~")]
        node = target
    return node


def flattened(document: Node, node: Node) -> Node:
    """The node with its references followed and everything of `allOf` in one place."""
    node = resolved(document, node)
    if "allOf" not in node:
        return node
    whole: Node = {"properties": {}, "required": []}
    for part in [*node["allOf"], {key: node[key] for key in node if key != "allOf"}]:
        flat = flattened(document, part)
        properties = whole["properties"] | flat.get("properties", {})
        required = [*whole["required"], *flat.get("required", [])]
        whole |= flat | {"properties": properties, "required": required}
    return whole
