from tests.matches.conftest import (  # noqa: F401
    draft_team,
    ines,
    join,
    match,
    olaf,
    play,
    report,
    rovers,
    scurriers,
)
