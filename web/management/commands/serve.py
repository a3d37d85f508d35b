"""`make run`: look around, prepare, say where to go, then become the server."""

import logging
import os
import socket
import sys
from argparse import ArgumentParser
from io import StringIO
from pathlib import Path
from typing import Any
from urllib.parse import quote

import segno
from django.conf import settings
from django.core.management import BaseCommand, call_command
from django.db import connections
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from web import schema, serving, terminal
from web.backups.swapping import finish_restore


class Command(BaseCommand):
    help = "Prepares everything and serves Touchback on this machine, or on the local network."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", default="8000", metavar="N")
        parser.add_argument("--lan", action="store_true", help="let phones on this network in")

    def handle(self, *args: Any, port: str, lan: bool, **options: Any) -> None:
        self.log_only_what_goes_wrong()
        host = "0.0.0.0" if lan else "127.0.0.1"  # noqa: S104 (that is what --lan asks for)
        try:
            number = serving.port_named(port)
            self.look_around(host, number)
            addresses = self.addresses() if lan else []
            self.prepare()
            self.log_file = self.choose_log_file()
            self.greet(number, addresses)
        except serving.CannotServe as obstacle:
            sys.exit(str(obstacle))
        except KeyboardInterrupt:
            sys.exit(130)
        self.become_the_server(host, number, addresses)

    def log_only_what_goes_wrong(self) -> None:
        """Until it is the server it speaks to a person, in sentences."""
        root = logging.getLogger()
        root.setLevel(max(root.level, logging.WARNING))

    def choose_log_file(self) -> Path | None:
        """A person at a terminal reads the greeting and what goes wrong; the rest is kept."""
        if not sys.stderr.isatty() or {"LOG_FORMAT", "LOG_FILE"} & os.environ.keys():
            return None
        file = settings.VAR_DIR / "touchback.log"
        serving.start_anew_if_long(file)
        return file

    @property
    def mails(self) -> Path:
        return settings.VAR_DIR / "mails"

    def keeps_mails(self) -> bool:
        """Printed where a person reads, mails would push the way in off the screen."""
        return bool(self.log_file) and "EMAIL_URL" not in os.environ

    def look_around(self, host: str, port: int) -> None:
        serving.check_packages(settings.BASE_DIR / "requirements.txt")
        serving.check_room(settings.VAR_DIR)
        serving.check_port(host, port)
        serving.check_database()

    def addresses(self) -> list[str]:
        found = serving.lan_addresses()
        if not found:
            raise serving.CannotServe(
                _("This machine is on no network yet. Join one, or leave LAN=1 out.")
            )
        return found

    def prepare(self) -> None:
        finish_restore()
        if steps := len(schema.steps_to_go()):
            self.say(
                ngettext(
                    "Bringing the database up to date: %(steps)d step.",
                    "Bringing the database up to date: %(steps)d steps.",
                    steps,
                )
                % {"steps": steps}
            )
            call_command("migrate", verbosity=0, interactive=False)
        serving.keep_private(settings.VAR_DIR)
        if serving.collect_static_files():
            self.say(_("Gathered and compressed the static files."))

    def greet(self, port: int, addresses: list[str]) -> None:
        here = f"http://127.0.0.1:{port}"
        on_a_phone = [f"http://{address}:{port}" for address in addresses]
        # Rooms that are known here but by the names of their commands: whoever may come in is
        # there before the league is made for them, and is led to it.
        call_command("first_data")
        call_command("demo_league", stdout=self.stdout)
        way_in = call_command("way_in", origin=[*on_a_phone, here][0], stdout=StringIO())
        lines = [(_("Open"), f"{here}/")]
        lines += [(_("On a phone"), f"{origin}/") for origin in on_a_phone]
        if settings.REDIS_URL:
            lines += [(_("Jobs"), _("are left to Celery workers, because REDIS_URL is set"))]
        if self.log_file:
            lines += [(_("Log"), os.path.relpath(self.log_file))]
        if self.keeps_mails():
            lines += [(_("Mails"), os.path.relpath(self.mails))]
        lines += [(_("Stop"), "Ctrl-C")]
        if terminal.is_read_here():
            lines += [(_("New link"), _("Enter"))]
        # Last, where the eye is when all is said.
        lines += [(_("Sign in"), str(way_in))]
        self.say(f"\nTouchback {settings.VERSION}\n")
        if on_a_phone:
            segno.make(f"{on_a_phone[0]}/").terminal(sys.stdout, compact=True)
        self.say(terminal.table(lines) + "\n")

    def become_the_server(self, host: str, port: int, addresses: list[str]) -> None:
        """Replaces this process, so that whoever stops it stops the server and all its children."""
        hosts = [*settings.ALLOWED_HOSTS]
        if addresses:
            name = socket.gethostname()
            hosts += [*addresses, name, f"{name}.local"]
            os.environ.setdefault("CONNECTIONS_PER_ADDRESS", str(serving.LINES_OF_A_PHONE))
        at = f"http://{[*addresses, '127.0.0.1'][0]}:{port}"
        environment = os.environ | {"ALLOWED_HOSTS": ",".join(hosts), "SERVED_AT": at}
        if self.log_file:
            environment |= {"LOG_FORMAT": "console", "LOG_FILE": str(self.log_file)}
        if self.keeps_mails():
            environment |= {"EMAIL_URL": f"filemail:///{quote(str(self.mails))}"}
        connections.close_all()
        sys.stdout.flush()
        os.chdir(settings.BASE_DIR)
        server = [sys.executable, "-m", "gunicorn", "--config", "config/gunicorn.py"]
        bind = ["--bind", f"{host}:{port}", "--log-level", "warning", "config.wsgi"]
        os.execve(sys.executable, server + bind, environment)  # noqa: S606

    def say(self, text: str) -> None:
        self.stdout.write(text)
