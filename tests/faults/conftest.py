from tests.matches.conftest import (  # noqa: F401
    finished,
    ines,
    join,
    match,
    olaf,
    play,
    rovers,
    scurriers,
)
