from tests.matches.conftest import (  # noqa: F401
    ines,
    join,
    match,
    olaf,
    play,
    report,
    rovers,
    scurriers,
)
