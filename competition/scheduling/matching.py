"""Pairs chosen by priorities: a maximum-weight matching with exact whole numbers for weights."""

from collections.abc import Hashable, Mapping
from typing import TypeVar

import rustworkx

One = TypeVar("One", bound=Hashable)
Other = TypeVar("Other", bound=Hashable)

# The matching reckons with 128 bits, and needs some of them for itself.
BITS = 120


def cheapest_matching(
    costs: Mapping[tuple[One, Other], tuple[int, ...]],
) -> set[tuple[One, Other]]:
    """As many pairs as there can be, at the least cost.

    A cost has levels: the sum of an earlier one outweighs whatever the later ones amount to. Should
    the numbers grow beyond what the matching can hold, the last levels no longer count.
    """
    if not costs:
        return set()
    numbers: dict[Hashable, int] = {}
    for pair in costs:
        for node in pair:
            numbers.setdefault(node, len(numbers))
    pairs = {frozenset((numbers[one], numbers[other])): (one, other) for one, other in costs}
    weights = _weights(list(costs.values()), pairs=len(numbers) // 2)
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(list(numbers.values()))
    graph.add_edges_from(
        [
            (numbers[one], numbers[other], weight)
            for (one, other), weight in zip(costs, weights, strict=True)
        ]
    )
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return {pairs[frozenset(pair)] for pair in found}


def _weights(costs: list[tuple[int, ...]], *, pairs: int) -> list[int]:
    """One number for each cost, the dearest zero: what no sum of a level reaches is its unit."""
    levels = list(zip(*costs, strict=True))
    lowest = [min(level) for level in levels]
    units = [(max(level) - low) * pairs + 1 for level, low in zip(levels, lowest, strict=True)]
    size = 1
    kept: list[tuple[int, int]] = []
    for unit, low in zip(units, lowest, strict=True):
        size *= unit
        if size.bit_length() > BITS:
            break
        kept.append((unit, low))
    sums = []
    for cost in costs:
        amount = 0
        for (unit, low), part in zip(kept, cost, strict=False):
            amount = amount * unit + part - low
        sums.append(amount)
    dearest = max(sums)
    return [dearest - amount for amount in sums]
