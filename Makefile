# Every target sets up what it needs: only python3 (3.11 or newer), make and git are expected on the machine.
PYTHON ?= python3
PY := .venv/bin/python

# Tests and the bot start many processes: each would compile all it imports if this were set.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run test coverage postgres crash lint rules bench bench-large gallery phrases schemas pictures rooms soak setup boards check-maps lock

run: .venv/run
	@$(PY) bot.py

test: setup
	$(PY) -m pytest -n 2 --dist worksteal

# The tests of the database again, on a PostgreSQL server that is started for them (Debian's package postgresql).
postgres: setup
	$(PY) -m tests.postgresql -m pytest -n 3 tests/store tests/gamemaster/test_several_processes.py tests/e2e/test_on_postgresql.py tests/e2e/test_query_plans.py tests/e2e/test_taken_to_postgresql.py tests/e2e/test_several_processes.py tests/e2e/test_statements_of_orders.py tests/crash

# What the tests run through, by module, with the lines that they don't: build/coverage/index.html. A hint where to look,
# not a mark to reach. Processes of their own, such as the workers, are not counted.
coverage: setup
	$(PY) -m pytest -n 2 --dist worksteal --cov --cov-report=term --cov-report=html:build/coverage

soak: setup
	$(PY) -m tests.soak
	$(PY) -m tests.fuzz
	$(PY) -m tests.engine.test_landings_by_trying 50000
	$(PY) -m tests.engine.odds --middle 20000 --odd 60
	$(PY) -m tests.soak_secrets
	$(PY) -m tests.soak_rights
	$(PY) -m tests.soak_sheets
	$(PY) -m pytest -n 2 --dist worksteal --whole -m 'sampled or whole'
	$(PY) -m tests.soak_computers
	$(PY) -m tests.soak_words
	$(PY) -m tests.soak_rush

# Bots are killed in the middle of play: 250 times at any moment, on PostgreSQL some as two processes, then at each point
# of a whole turn, on both databases.
crash: setup
	$(PY) -m tests.crash
	$(PY) -m tests.postgresql -m tests.crash --postgresql

lint: setup
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/mypy .

rules: setup
	@$(PY) -m tests.rule_coverage
	@$(PY) -m tests.order_coverage

bench: setup
	@$(PY) -m tests.bench

# What needs a thousand or a hundred thousand games (PostgreSQL too, where it is installed), some ten minutes.
bench-large: setup
	@nice $(PY) -m tests.bench.large

# Every kind of picture on every board, to look at: build/gallery/index.html.
gallery: setup
	@$(PY) -m tests.gallery

# Every sentence of the bot in one file, to read in one go: build/phrases.md.
phrases: setup
	@$(PY) -m tests.phrases

# The JSON schemas of answers in docs/choices, from the models of the engine.
schemas: setup
	@$(PY) -m tests.schemas

# The pictures of the README, made again from a game at the local table (needs Debian's package chromium).
pictures: setup
	@$(PY) -m tests.showcase

# The picture of the rooms in docs/architecture.md, from the folders and what they import.
rooms: setup
	@$(PY) -m tests.rooms

check-maps: setup
	@$(PY) -m maps.check

# Recompiles the committed pictures of the boards, or of one (make boards BOARD=name, see docs/boards.md); the game
# itself never needs this.
boards: setup
	$(PY) -m pip install --quiet --require-hashes -r requirements/boards.lock
	$(PY) -m maps.compile $(BOARD)

setup: .venv/ready

PIP_INSTALL := $(PY) -m pip install --quiet --disable-pip-version-check --no-compile --require-hashes

# Rebuilds an environment that is incomplete, or whose Python is gone or has changed.
WHOLE := $(shell test -x $(PY) && { $(PY) -c 'import pip, sys; print(sys.version_info >= (3, 11))'; } 2>/dev/null)
ifneq ($(WHOLE),True)
.venv/run: unmade
endif

.PHONY: unmade
unmade:
	@rm -rf .venv

# Only what the game needs, without development tools, so that the first start is as short as possible.
.venv/run: requirements/run.lock
	@command -v $(PYTHON) >/dev/null || { echo "There is no $(PYTHON) here: install Python 3.11 or newer." >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit("Communiqué needs Python 3.11 or newer (this is %s)." % sys.version.split()[0] if sys.version_info < (3, 11) else 0)'
	@test -x $(PY) || $(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo "This Python cannot make the environment .venv: install python3-venv (on Debian and Ubuntu: sudo apt install python3-venv), then run make again." >&2; exit 1; }
	@test -x $(PY) || $(PYTHON) -m venv .venv
	@echo "Installing the environment in .venv (once) ..."
	@$(PIP_INSTALL) -r requirements/run.lock
	@touch $@

.venv/ready: requirements/dev.lock .venv/run
	@$(PIP_INSTALL) -r requirements/dev.lock
	@touch $@

lock:
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes pyproject.toml -o requirements/run.lock
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --extra dev --extra postgres pyproject.toml -o requirements/dev.lock
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --extra postgres pyproject.toml -o requirements/postgres.lock
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --extra boards pyproject.toml -o requirements/boards.lock
