"""Keeps docs/openapi.yaml, which is what v1 promises."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import yaml
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from drf_spectacular.renderers import OpenApiYamlRenderer

from web.api.promises import broken_promises
from web.api.schema import generate


class Command(BaseCommand):
    help = "Compare the API with docs/openapi.yaml, or write that file; v1 only ever grows."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        what = parser.add_mutually_exclusive_group(required=True)
        what.add_argument("--check", action="store_true", help="fail if the file is not up to date")
        what.add_argument("--write", action="store_true", help="bring the file up to date")
        parser.add_argument("--file", type=Path, default=settings.BASE_DIR / "docs/openapi.yaml")

    def handle(self, *args: Any, **options: Any) -> None:
        file: Path = options["file"]
        schema, complaints = generate()
        if complaints:
            raise CommandError("The schema cannot be made cleanly:\n" + "\n".join(complaints))
        committed = yaml.load(file.read_text(), yaml.CSafeLoader) if file.exists() else {}
        if broken := broken_promises(committed, schema):
            listed = "\n".join(f"- {promise}" for promise in broken)
            raise CommandError(f"v1 only ever grows, and this would take away:\n{listed}")
        if options["write"]:
            file.write_bytes(OpenApiYamlRenderer().render(schema))
            self.stdout.write(f"wrote {file}")
        elif committed != schema:
            raise CommandError(f"{file} is not up to date: run make schema and commit it.")
