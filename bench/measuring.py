"""How a benchmark measures and what it leaves behind."""

import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from statistics import median

RESULTS = Path(__file__).parent / "results.md"


@dataclass(frozen=True, slots=True)
class Measured:
    what: str
    result: str
    goal: str = ""


def seconds_of(
    function: Callable[[], object],
    *,
    rounds: int = 30,
    of: Callable[[list[float]], float] = median,
    clock: Callable[[], float] = time.perf_counter,
) -> float:
    """The median of some runs, or the best of them, after one that warms up."""
    function()
    times = []
    for _ in range(rounds):
        started = clock()
        function()
        times.append(clock() - started)
    return of(times)


def ratios(
    functions: dict[str, Callable[[], object]], *, base: str, rounds: int = 30
) -> list[Measured]:
    """How many times as long as the base each takes, in runs that take turns."""
    times: dict[str, list[float]] = {name: [] for name in functions}
    for function in functions.values():
        function()
    for _ in range(rounds):
        for name, function in functions.items():
            started = time.perf_counter()
            function()
            times[name].append(time.perf_counter() - started)
    unit = median(times[base])
    return [Measured(name, f"{median(taken) / unit:.1f} ×") for name, taken in times.items()]


def record(section: str, measured: list[Measured]) -> None:
    """Append a dated section to the results, with the commit that was measured."""
    commit = subprocess.run(
        ["git", "describe", "--always", "--dirty"], capture_output=True, text=True, check=False
    ).stdout.strip()
    lines = [f"\n## {section}, {datetime.now(UTC):%Y-%m-%d}, {commit}\n"]
    lines += ["| what | result | goal |", "|---|---|---|"]
    lines += [f"| {each.what} | {each.result} | {each.goal} |" for each in measured]
    print("\n".join(lines))
    with RESULTS.open("a") as results:
        results.write("\n".join(lines) + "\n")
