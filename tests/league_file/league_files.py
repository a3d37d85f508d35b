"""Looking into leagues' files, and forging them."""

import hashlib
import json
import zipfile
from io import BytesIO

# Numbers of a site, and what coming in changes: places go by name, pages begin to count anew.
OF_A_SITE = {"id", "name", "version", "picture_digest"}


def members(file):
    file.seek(0)
    with zipfile.ZipFile(file) as opened:
        return {name: opened.read(name) for name in opened.namelist()}


def rows(file):
    return {
        name.removeprefix("rows/").removesuffix(".jsonl"): [
            json.loads(line) for line in content.splitlines()
        ]
        for name, content in members(file).items()
        if name.startswith("rows/")
    }


def told(file):
    """All that a file says, without the numbers of a site."""
    return {
        table: sorted(
            _plain(row, hidden={"uuid"} if table == "acts.act" else set()) for row in found
        )
        for table, found in rows(file).items()
    }


def _plain(row, *, hidden):
    kept = {
        column: value
        for column, value in row.items()
        if column not in OF_A_SITE | hidden and not column.endswith("_id")
    }
    return json.dumps(kept, sort_keys=True)


def zipped(contents):
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in contents.items():
            archive.writestr(name, content)
    out.seek(0)
    return out


def forged(file, changes, *, vouch=True, **manifest):
    """The same with other members; None takes one out. `vouch` makes the manifest agree."""
    contents = {
        name: content for name, content in (members(file) | changes).items() if content is not None
    }
    said = json.loads(contents.pop("league.json")) | manifest
    if vouch:
        said["members"] = {
            name: hashlib.sha256(content).hexdigest() for name, content in contents.items()
        }
    return zipped(contents | {"league.json": json.dumps(said).encode()})


def with_rows(file, table, change):
    """The same with the rows of a table as `change` gives them."""
    lines = [json.dumps(row).encode() + b"\n" for row in change(rows(file)[table])]
    return forged(file, {f"rows/{table}.jsonl": b"".join(lines)})


def with_row(file, table, **columns):
    """The same with other values in the first row of a table."""
    return with_rows(file, table, lambda found: [found[0] | columns, *found[1:]])
