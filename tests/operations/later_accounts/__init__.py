"""The migrations of accounts, and one that a later version might add."""

from pathlib import Path

from accounts import migrations

present = sorted(path.stem for path in Path(migrations.__path__[0]).glob("0*.py"))
__path__ = [*__path__, *migrations.__path__]
