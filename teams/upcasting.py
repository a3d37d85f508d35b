"""Reading effects that older versions wrote."""

from collections.abc import Callable, Mapping
from typing import Any

Data = Mapping[str, Any]

# Raised whenever a kind of effect changes its shape; the step from the shape before goes below.
SCHEMA = 1
# For each schema number, what makes effects of the one before readable, by kind.
STEPS: dict[int, dict[str, Callable[[Data], Data]]] = {}


def upcast(data: Data, schema: int) -> Data:
    """An effect's data as this version reads them."""
    for number in range(schema + 1, SCHEMA + 1):
        step = STEPS.get(number, {}).get(data["kind"])
        data = step(data) if step else data
    return data
