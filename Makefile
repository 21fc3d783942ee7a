# What there is to do here. Each command sets up what it needs in .venv first; once that is done it starts at once.
PYTHON ?= python3
BIN := .venv/bin
PLAY_READY := .venv/play-ready
READY := .venv/ready
# only errors: pip's warnings about a machine's own settings are no news
INSTALL := $(BIN)/python -m pip install -qq --disable-pip-version-check --no-input
PIN := CUSTOM_COMPILE_COMMAND="make requirements" $(BIN)/pip-compile --quiet --generate-hashes --allow-unsafe --strip-extras \
  --no-emit-index-url --no-emit-trusted-host --no-emit-find-links
ASSETS := src/ekiben/server/assets/index.html
PAGES := $(shell find web -path web/node_modules -prune -o -type f -print)
# rules and bots compiled once, before the tests' processes would each do it
COMPILED := $(BIN)/python tools/compile.py
# small portions, so that all cores end at the same time
WORKERS := -n auto --maxschedchunk=8

.DEFAULT_GOAL := help
.PHONY: play page test test-deep bench lint audit docs screenshots requirements clean help

play: $(PLAY_READY) $(ASSETS)  ## play in the browser
	@$(BIN)/ekiben serve $(ARGS)

page: $(PLAY_READY)  ## build the games as a folder of static files that need no server, into build/page/
	@tools/system-packages page
	@$(BIN)/ekiben page $(ARGS) build/page

# where Python is told to keep no bytecode, each of the tests' many processes would compile every module again
test test-deep: export PYTHONDONTWRITEBYTECODE :=
test: lint  ## check the code, then run the tests on all cores, those in a browser included
	@tools/system-packages
	@$(COMPILED)
	$(BIN)/pytest $(WORKERS) $(ARGS)

test-deep: lint  ## the same with the long tests
	@tools/system-packages deep
	@$(COMPILED)
	$(BIN)/pytest $(WORKERS) -m "" $(ARGS)

screenshots: $(READY) $(ASSETS)  ## picture every screen in both languages and two sizes, into screenshots/
	@tools/system-packages
	$(BIN)/python tools/screenshots.py $(ARGS)

bench: $(READY)  ## measure how fast the engine is here
	@$(BIN)/python bench/run.py $(ARGS)

lint: $(READY) $(ASSETS)  ## check style and types
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	@$(BIN)/python hatch_build.py check

audit: $(READY)  ## ask whether anything pinned is known to be unsafe
	@$(BIN)/python tools/audit.py

docs: $(READY)  ## build the manual into site/
	$(BIN)/python -m ekiben.texts.manual
	$(BIN)/python -m ekiben.draw.manual
	$(BIN)/python -m ekiben.envs.manual
	$(BIN)/python -m ekiben.bots.manual
	$(BIN)/mkdocs build --strict

# The pins serve every supported Python if the oldest one makes them; newest versions: make requirements ARGS=--upgrade
requirements: $(READY)  ## pin what pyproject.toml asks for
	@$(BIN)/python -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11) and "Make the pins with Python 3.11: make clean, then make requirements PYTHON=python3.11")'
	$(PIN) --output-file requirements.txt pyproject.toml $(ARGS)
	$(PIN) --constraint requirements.txt --extra postgres --output-file deploy/requirements.txt pyproject.toml $(ARGS)
	$(BIN)/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"], sep="\n")' \
	  | $(PIN) --constraint requirements.txt --output-file requirements-build.txt - $(ARGS)
	$(PIN) --constraint deploy/requirements.txt --constraint requirements-build.txt --extra dev --extra envs --extra openspiel --extra parquet --extra cluster --extra postgres \
	  --output-file requirements-dev.txt pyproject.toml $(ARGS)

clean:  ## remove what make has made, .venv too
	rm -rf .venv build dist site screenshots web/node_modules src/ekiben/server/assets .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +

help:  ## this list
	@echo "make COMMAND [ARGS='…'] [PYTHON=python3.12]"
	@sed -n 's/^\([a-z-]*\):.*## /  \1	/p' $(MAKEFILE_LIST) | expand -t 16

# What playing needs; developers' tools come on top of it.
$(PLAY_READY): pyproject.toml requirements.txt requirements-build.txt
	@command -v $(PYTHON) > /dev/null || { echo "There is no $(PYTHON) here: install Python 3.11 or newer, or name it: make PYTHON=…" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed, and $(PYTHON) is %d.%d; name another: make PYTHON=…" % sys.version_info[:2])'
	@$(PYTHON) -c 'import ensurepip, venv' 2> /dev/null || { echo "$(PYTHON) has no venv: install it (Debian, Ubuntu: apt install python3-venv)" >&2; exit 1; }
	@echo "· Installing the Python packages of the game into .venv: 95 MB to download, 335 MB on disk …"
	@$(BIN)/python -m pip --version > /dev/null 2>&1 || $(PYTHON) -m venv --clear .venv
	@$(INSTALL) --no-compile --require-hashes -r requirements.txt -r requirements-build.txt
	@$(INSTALL) --no-deps --no-build-isolation -e .
	@touch $@

$(READY): $(PLAY_READY) requirements-dev.txt
	@echo "· Installing the developers' tools into .venv: 1.3 GB on disk in all …"
	@$(INSTALL) --require-hashes -r requirements-dev.txt
	@touch $@

# A player keeps the pages only, a developer also what they are built with.
$(ASSETS): $(PAGES) | $(PLAY_READY)
	@$(BIN)/python hatch_build.py $$([ ! -e $(READY) ] || echo keep)
	@touch $@
