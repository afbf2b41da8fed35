# One command to play, one to check. `make` alone lists them.

VENV  := .venv
BIN   := $(VENV)/bin
STAMP := $(VENV)/.ready
WEB   := src/capotreno/web/index.html
COMPILED := build/compiled
DOCS_STAMP := $(VENV)/.docs
COMPILED_STAMP := $(COMPILED)/.ready

# Extra words for the program behind a target: make play ARGS="germany --players 3"
ARGS  ?=
# Workers of the test-suite: all cores, idle ones take over from busy ones.
XDIST ?= -n auto --dist worksteal

# The modules and data the compiled build is made of.
SOURCES = $(shell find src/capotreno -name '*.py' -o -name '*.json' 2>/dev/null)

# What the browser client is made of.
WEB_SOURCES = $(shell find web/src web/public -type f ! -name wire.ts 2>/dev/null) web/index.html \
	web/package-lock.json web/vite.config.ts web/svelte.config.js tools/web.sh tools/wire_types.py \
	src/capotreno/server/doors/wire.py src/capotreno/server/doors/bodies.py src/capotreno/board/model.py $(wildcard src/capotreno/words/*.json)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help play terminal web test quick check check-web format bench compiled test-compiled torture screenshots docs clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' Makefile

play: $(STAMP) $(WEB) ## play in the browser: builds what is missing, opens it, tells the address
	@$(BIN)/capotreno serve --open $(ARGS)

terminal: $(STAMP) ## play in the terminal
	@$(BIN)/capotreno play $(ARGS)

web: $(WEB) ## the browser client, built into src/capotreno/web

test: check check-web $(WEB) ## everything: format, lint, types, all tests
	@HYPOTHESIS_PROFILE=$${HYPOTHESIS_PROFILE:-ci} $(BIN)/python -m pytest $(XDIST) $(ARGS)

torture: $(STAMP) ## kill the server 200 times in the middle of running games
	@CAPOTRENO_KILLS=$${CAPOTRENO_KILLS:-200} $(BIN)/python -m pytest tests/server/trouble/test_torture.py $(ARGS)

quick: $(STAMP) ## lint and the fast tests, under a minute
	@$(BIN)/ruff check --quiet
	@$(BIN)/python -m pytest $(XDIST) -m "not slow" $(ARGS)

check: $(STAMP) ## format, lint and types, without tests
	@$(BIN)/ruff format --check --quiet || { echo "The files above are not formatted; 'make format' does it." >&2; \
		$(BIN)/ruff format --check >&2; exit 1; }
	@$(BIN)/ruff check --quiet
	@$(BIN)/mypy

check-web: $(STAMP) ## the browser client's types and its own tests
	@sh tools/web.sh $(BIN)/python check

screenshots: $(STAMP) $(WEB) ## every screen in both viewports and languages, into build/screenshots
	@$(BIN)/python -m tools.screenshots $(ARGS)

docs: $(DOCS_STAMP) ## the site of the papers, into build/site
	@$(BIN)/python -m tools.docs

format: $(STAMP) ## put the source into its one format and fix what can be fixed
	@$(BIN)/ruff check --fix --quiet || true
	@$(BIN)/ruff format

bench: $(STAMP) ## decisions per second, with python-chess as the yardstick
	@$(BIN)/capotreno bench $(ARGS)

compiled: $(COMPILED_STAMP) ## the same source through mypyc, into build/compiled

test-compiled: $(COMPILED_STAMP) ## all tests on the compiled build
	@PYTHONPATH="$(CURDIR)/$(COMPILED)" HYPOTHESIS_PROFILE=$${HYPOTHESIS_PROFILE:-ci} \
		$(BIN)/python -m pytest $(XDIST) $(ARGS)

clean: ## remove everything made here, the virtual environment too
	@rm -rf $(VENV) build dist web/node_modules src/capotreno/web .mypy_cache .ruff_cache .pytest_cache .hypothesis
	@find src tests tools -name __pycache__ -type d -prune -exec rm -rf {} +

$(STAMP): pyproject.toml constraints.txt tools/setup.sh
	@sh tools/setup.sh $(VENV)
	@touch $@

$(DOCS_STAMP): $(STAMP)
	@$(BIN)/python -m pip -qq --disable-pip-version-check install -c constraints.txt --no-build-isolation -e '.[docs]'
	@touch $@

$(WEB): $(WEB_SOURCES) | $(STAMP)
	@sh tools/web.sh $(BIN)/python build

$(COMPILED_STAMP): $(STAMP) tools/compile.py $(SOURCES)
	@$(BIN)/python tools/compile.py --target $(COMPILED)
	@touch $@
