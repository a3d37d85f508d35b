# Touchback: `make run` to use it, `make test` to trust it.
SHELL := /bin/bash
.DEFAULT_GOAL := help
PYTHON ?= python3
PORT ?= 8000
BIN := .venv/bin
COMPILE = $(BIN)/uv pip compile -q --no-header --generate-hashes --python-version 3.11 --upgrade

.PHONY: help
help: ## what there is
	@grep -hE '^[a-z-]+:.*##' Makefile | sed -E 's/:.*## /\t/' | expand -t 14

# --- environments -----------------------------------------------------------
# A stamp with no working Python behind it is no stamp.
$(shell $(BIN)/python -c '' 2>/dev/null || rm -f .venv/run .venv/dev)

.venv/run: requirements.txt
	@bin/environment "$(PYTHON)" requirements.txt && touch $@

.venv/dev: requirements-dev.txt requirements.txt
	@bin/environment "$(PYTHON)" requirements-dev.txt && touch .venv/run $@

.PHONY: pins
pins: .venv/dev ## compile requirements*.in to files with every version and its hashes
	@$(COMPILE) requirements.in -o requirements.txt
	@$(COMPILE) -c requirements.txt requirements-dev.in -o requirements-dev.txt

# --- use --------------------------------------------------------------------
.PHONY: run
run: .venv/run ## install, migrate, serve on http://127.0.0.1:8000 (PORT=…, LAN=1)
	@exec $(BIN)/python manage.py serve --port "$(PORT)" $(if $(LAN),--lan)

# --- trust ------------------------------------------------------------------
.PHONY: test test-fast lint soak bench
test: .venv/dev ## everything: lint, types, contracts, tests on SQLite and PostgreSQL, browser
	@$(BIN)/python -m tests.everything

test-fast: .venv/dev ## the inner loop: tests on SQLite without browser and processes
	@$(BIN)/pytest -n 2 -m "not browser and not processes and not grown_up"

lint: .venv/dev ## ruff, mypy, djlint, import contracts, missing migrations
	@$(BIN)/python -m tests.everything --only lint

soak: .venv/dev ## what takes long; appends to bench/soak.md
	@$(BIN)/python -m bench.soak

bench: .venv/dev ## speed, recorded in bench/
	@$(BIN)/python -m bench

.PHONY: schema
schema: .venv/dev ## write docs/openapi.yaml; refuses to take anything out of v1
	@DJANGO_SETTINGS_MODULE=config.settings.test $(BIN)/python manage.py api_schema --write
