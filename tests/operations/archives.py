"""Looking into backups, and forging them."""

import hashlib
import json
import zipfile
from pathlib import Path


def members(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def manifest(path: Path) -> dict:
    return json.loads(members(path)["manifest.json"])


def rows(path: Path) -> dict[str, list[dict]]:
    return {
        name.removeprefix("rows/").removesuffix(".jsonl"): [
            json.loads(line) for line in content.splitlines()
        ]
        for name, content in members(path).items()
        if name.startswith("rows/")
    }


def forge(path: Path, changes: dict[str, bytes], *, vouch: bool = True, **manifest: object) -> None:
    """Give a backup other contents; `vouch` makes the manifest agree with them."""
    contents = members(path) | changes
    said = json.loads(contents.pop("manifest.json")) | manifest
    if vouch:
        said["members"] = {
            name: {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
            for name, content in contents.items()
        }
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in contents.items():
            archive.writestr(name, content)
        archive.writestr("manifest.json", json.dumps(said))
