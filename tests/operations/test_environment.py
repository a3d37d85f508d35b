"""The environment is made once, again when the pins change, and says what it lacks."""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import zipfile

import pytest

from tests.operations.installation import ROOT

pytestmark = [pytest.mark.processes, pytest.mark.pure]

TOOLS = ("bash", "make", "df", "awk", "grep", "mktemp", "rm", "id", "tail", "cat", "touch", "env")
NOBODY_HOME = {"PIP_INDEX_URL": "http://127.0.0.1:9/", "PIP_CONFIG_FILE": os.devnull}
OLD = "#!/bin/sh\nexit 1\n"
WITHOUT_VENV = f'#!/bin/sh\ncase "$*" in *ensurepip*) exit 1;; esac\nexec {sys.executable} "$@"\n'


@pytest.fixture
def checkout(tmp_path):
    """A fresh copy with nothing pinned but what is asked for, and only the plainest tools."""
    folder = tmp_path / "touchback"
    (folder / "bin").mkdir(parents=True)
    shutil.copy(ROOT / "Makefile", folder)
    shutil.copy(ROOT / "bin/environment", folder / "bin")
    (folder / "requirements.txt").write_text("")
    (folder / "requirements-dev.txt").write_text("")
    (folder / "tools").mkdir()
    for tool in TOOLS:
        (folder / "tools" / tool).symlink_to(shutil.which(tool))
    return folder


def make(folder, target=".venv/run", python=sys.executable, **env):
    return subprocess.run(
        ["make", target, f"PYTHON={python}"],
        cwd=folder,
        env={"HOME": str(folder), "PATH": str(folder / "tools")} | env,
        capture_output=True,
        text=True,
        check=False,
    )


def program(folder, name, text, among="tools"):
    path = folder / among / name
    path.write_text(text)
    path.chmod(0o755)
    return path


def test_it_is_made_once_and_again_when_the_pins_change(checkout):
    assert "Installing" in make(checkout).stdout
    assert (checkout / ".venv/bin/python").exists()
    assert "Installing" not in make(checkout).stdout
    (checkout / "requirements.txt").write_text("# changed\n")
    assert "Installing" in make(checkout).stdout
    assert "Installing" in make(checkout, ".venv/dev").stdout
    assert "Installing" not in make(checkout, ".venv/run").stdout
    (checkout / ".venv/bin/python").unlink()
    assert "Installing" in make(checkout).stdout


def test_an_index_out_of_reach_leaves_no_good_stamp(checkout):
    unheard_of = f"no-such-package-anywhere==1.0 --hash=sha256:{'0' * 64}\n"
    (checkout / "requirements.txt").write_text(unheard_of)
    done = make(checkout, **NOBODY_HOME)
    assert done.returncode != 0
    assert "index cannot be reached" in done.stderr
    assert not (checkout / ".venv/run").exists()


def test_pip_has_the_last_word(checkout):
    make(checkout)
    program(checkout, "uv", "#!/bin/sh\nexit 1\n", among=".venv/bin")
    (checkout / "requirements.txt").write_text("# changed\n")
    assert make(checkout).returncode == 0
    assert (checkout / ".venv/run").exists()


def test_every_pin_vouches_for_its_files():
    for name in ("requirements.txt", "requirements-dev.txt"):
        pins = re.findall(r"^\S+==.*$", (ROOT / name).read_text(), re.MULTILINE)
        assert pins
        assert [pin for pin in pins if not pin.endswith("\\")] == []
    assert "--require-hashes" in (ROOT / "Dockerfile").read_text()


@pytest.mark.parametrize("pinned", ["the file's own hash", "another hash", "no hash"])
def test_a_package_that_nobody_vouches_for_is_not_installed(checkout, pinned):
    wheel = checkout / "tiny-1.0-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as members:
        about = "tiny-1.0.dist-info"
        members.writestr("tiny.py", "")
        members.writestr(f"{about}/METADATA", "Metadata-Version: 2.1\nName: tiny\nVersion: 1.0\n")
        members.writestr(f"{about}/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
        members.writestr(f"{about}/RECORD", f"tiny.py,,\n{about}/RECORD,,\n")
    hashes = {"the file's own hash": hashlib.sha256(wheel.read_bytes()).hexdigest()}
    hashes["another hash"] = "0" * 64
    vouched = f" --hash=sha256:{hashes[pinned]}" if pinned in hashes else ""
    (checkout / "requirements.txt").write_text(f"tiny==1.0{vouched}\n")
    offline = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(checkout), "PIP_CONFIG_FILE": os.devnull}
    done = make(checkout, **offline)
    good = pinned == "the file's own hash"
    assert (done.returncode == 0) is good, done.stderr
    assert (checkout / ".venv/run").exists() is good
    assert good or "vouches" in done.stderr


def test_an_old_python_is_named(checkout):
    old = program(checkout, "python3", OLD)
    for name in ("python3.11", "python3.12", "python3.13", "python3.14"):
        program(checkout, name, OLD)
    done = make(checkout, python=old)
    assert done.returncode != 0
    assert "needs Python 3.11 or newer" in done.stderr


def test_a_python_that_makes_no_environments_is_named(checkout):
    done = make(checkout, python=program(checkout, "python3", WITHOUT_VENV))
    assert done.returncode != 0
    assert "apt-get install python3-venv python3-pip" in done.stderr
