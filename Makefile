# What there is to do here. Each command sets up what it needs in .venv first; once that is done it starts at once.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/ready
ASSETS := src/ekiben/server/assets/index.html
PAGES := $(shell find web -path web/node_modules -prune -o -type f -print)
# rules and bots compiled once, before the tests' processes would each do it
COMPILED := $(BIN)/python tools/compile.py

.DEFAULT_GOAL := help
.PHONY: play test test-deep bench lint audit docs screenshots requirements clean help

play: $(READY) $(ASSETS)  ## play in the browser
	@$(BIN)/ekiben serve $(ARGS)

test: lint audit  ## check the code, then run the tests on all cores, those in a browser included
	@tools/system-packages
	@$(COMPILED)
	$(BIN)/pytest -n auto $(ARGS)

test-deep: lint audit  ## the same with the long tests
	@tools/system-packages
	@$(COMPILED)
	$(BIN)/pytest -n auto -m "" $(ARGS)

screenshots: $(READY) $(ASSETS)  ## picture every screen in both languages and two sizes, into screenshots/
	@tools/system-packages
	$(BIN)/python tools/screenshots.py $(ARGS)

bench: $(READY)  ## measure how fast the engine is here
	@$(BIN)/python bench/run.py $(ARGS)

lint: $(READY) $(ASSETS)  ## check style and types
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/python hatch_build.py check

audit: $(READY)  ## ask whether anything pinned is known to be unsafe
	@$(BIN)/python tools/audit.py

docs: $(READY)  ## build the manual into site/
	$(BIN)/python -m ekiben.texts.manual
	$(BIN)/python -m ekiben.envs.manual
	$(BIN)/python -m ekiben.bots.manual
	$(BIN)/mkdocs build --strict

# The pins serve every supported Python if the oldest one makes them; newest versions: make requirements ARGS=--upgrade
requirements: $(READY)  ## pin what pyproject.toml asks for
	@$(BIN)/python -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11) and "Make the pins with Python 3.11: make clean, then make requirements PYTHON=python3.11")'
	CUSTOM_COMPILE_COMMAND="make requirements" $(BIN)/pip-compile --quiet --extra dev --extra envs --extra openspiel --extra parquet --extra cluster --extra postgres --generate-hashes --allow-unsafe --strip-extras \
	  --no-emit-index-url --no-emit-trusted-host --no-emit-find-links --output-file requirements-dev.txt pyproject.toml $(ARGS)

clean:  ## remove what make has made, .venv too
	rm -rf .venv build dist site screenshots web/node_modules src/ekiben/server/assets .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +

help:  ## this list
	@echo "make COMMAND [ARGS='…'] [PYTHON=python3.12]"
	@sed -n 's/^\([a-z-]*\):.*## /  \1	/p' $(MAKEFILE_LIST) | expand -t 16

$(READY): pyproject.toml requirements-dev.txt
	@command -v $(PYTHON) > /dev/null || { echo "There is no $(PYTHON) here: install Python 3.11 or newer, or name it: make PYTHON=…" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed, and $(PYTHON) is %d.%d; name another: make PYTHON=…" % sys.version_info[:2])'
	@$(PYTHON) -c 'import ensurepip, venv' 2> /dev/null || { echo "$(PYTHON) has no venv: install it (Debian, Ubuntu: apt install python3-venv)" >&2; exit 1; }
	@$(BIN)/python -m pip --version > /dev/null 2>&1 || $(PYTHON) -m venv --clear .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

$(ASSETS): $(PAGES) | $(READY)
	@command -v npm > /dev/null || $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r web/requirements-node.txt
	$(BIN)/python hatch_build.py
	@touch $@
