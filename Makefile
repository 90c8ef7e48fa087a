# Needs Python 3.11+, make and git. `make` alone lists the targets.
PYTHON ?= $(or $(shell for p in python3 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done),python3)
BIN := .venv/bin
PORT ?= 8000
REPO ?=
ARGS ?=
# Processes that share the tests, file by file; each has servers of its own.
WORKERS ?= 2
# Faults mostly wait for something: one more keeps two cores busy.
FAULT_WORKERS ?= 3
# Tools that only read the settings must not start a database for it.
NO_SERVERS := DATABASE_URL=postgresql://unused BROKER_URL=redis://unused
LOCK := $(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	--no-emit-find-links --no-header --no-annotate

.DEFAULT_GOAL := help
.PHONY: help setup setup-tests run test faults lint format types arch migrations-check frontend messages translations \
	bless lock clean

help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-18s %s\n", $$1, $$2}'

setup: ## environment, locked packages, front end, translations
	@$(PYTHON) -m migration_portal.launch.setup

setup-tests:
	@$(PYTHON) -m migration_portal.launch.setup --tests

run: setup ## start everything on this machine and print one URL (REPO=path-or-https-URL, PORT=8000)
	@exec $(BIN)/python -m migration_portal.launch --port '$(PORT)' $(if $(REPO),--repo '$(REPO)')

test: setup-tests ## set up what tests need, then run them all (ARGS= goes to pytest)
	$(BIN)/pytest --numprocesses $(WORKERS) --dist loadfile $(ARGS)

faults: setup-tests ## every fault and attack on real processes, then the scoreboard in README.md (8 minutes)
	@mkdir -p var && rm -f var/faults.jsonl
	FAULTS_FIGURES=var/faults.jsonl $(BIN)/pytest --numprocesses $(FAULT_WORKERS) --dist loadfile tests/faults $(ARGS) \
		|| { echo "Not everything held, see above; README.md keeps the scoreboard it had."; exit 1; }
	@$(BIN)/python -m tests.faults.scoreboard var/faults.jsonl

lint: setup ## style and likely mistakes
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

format: setup ## put the code in shape
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

types: setup ## mypy: strict on engine and node
	$(NO_SERVERS) $(BIN)/mypy migration_engine migration_node migration_portal apps

arch: setup ## who may import whom
	$(BIN)/lint-imports

migrations-check: setup ## every model change has its migration
	$(BIN)/python manage.py makemigrations --check --dry-run

frontend: setup ## build the front end again
	$(BIN)/python -m migration_portal.frontend

messages: setup ## collect the words to translate, app by app
	$(NO_SERVERS) $(BIN)/python manage.py messages extract

translations: setup ## compile the translations
	$(NO_SERVERS) $(BIN)/python manage.py messages compile

bless: setup ## write the golden files anew; read the difference before committing
	$(BIN)/python -m tests.engine.bless

lock: setup ## resolve the requirements anew, with hashes and without addresses
	for name in portal node dev; do $(LOCK) requirements/$$name.in -o requirements/$$name.txt || exit 1; done

clean: ## remove the environment and what was built; data under var/ stays
	rm -rf .venv node_modules static/dist staticfiles build *.egg-info .mypy_cache .ruff_cache .pytest_cache
