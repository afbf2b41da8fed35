# One command to play, one to check. `make` alone lists them.

VENV  := .venv
BIN   := $(VENV)/bin
STAMP := $(VENV)/.ready
WEB   := src/capotreno/web/index.html
DOCS_STAMP := $(VENV)/.docs

# Extra words for the program behind a target: make play ARGS="germany --players 3"
ARGS  ?=
# Whoever forbids Python to keep what it has compiled pays for it with every process of a test.
unexport PYTHONDONTWRITEBYTECODE

# Workers of the test-suite: as many as tests/conftest.py says, idle ones take over from busy ones.
XDIST ?= -n auto --dist worksteal
# Side by side, where this make can do so each thing's words in one piece.
ABREAST = $(MAKE) --no-print-directory -j4 $(if $(filter output-sync,$(.FEATURES)),--output-sync)

# What the browser client is made of.
WEB_SOURCES = $(shell find web/src web/public -type f ! -name wire.ts 2>/dev/null) web/index.html \
	web/package-lock.json web/vite.config.ts web/svelte.config.js tools/web/web.sh tools/web/wire_types.py \
	src/capotreno/server/doors/wire.py src/capotreno/server/doors/bodies.py src/capotreno/board/model.py $(wildcard src/capotreno/words/*.json)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help play terminal web test soak quick check style types check-web programs collected format bench native train verify-native wheel test-wheel torture invented screenshots docs clean calibration

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' Makefile

play: $(STAMP) $(WEB) ## play in the browser: builds what is missing, opens it, prints the address
	@CAPOTRENO_LIBRARIES=$${CAPOTRENO_LIBRARIES:-1} $(BIN)/capotreno serve --open $(ARGS)

terminal: $(STAMP) ## play in the terminal
	@$(BIN)/capotreno play $(ARGS)

web: $(WEB) ## the browser client, built into src/capotreno/web

# Types and the browser's own tests run beside the others, which wait for servers and browsers more
# often than both cores are busy; what they say stands among the dots, and again who has failed.
test: $(STAMP) $(WEB) ## everything: format, lint, types, all tests
	@$(ABREAST) style programs collected
	@$(ABREAST) types check-web & checks=$$!; \
	HYPOTHESIS_PROFILE=$${HYPOTHESIS_PROFILE:-ci} $(BIN)/python -m pytest $(XDIST) $(ARGS); tests=$$?; \
	wait $$checks || { echo "Types, or the browser client's own tests, have failed: see above." >&2; exit 1; }; \
	exit $$tests

soak: $(STAMP) $(WEB) ## all tests with many more games, deals, examples and kills: for a night
	@CAPOTRENO_SOAK=1 HYPOTHESIS_PROFILE=long $(BIN)/python -m pytest $(XDIST) $(ARGS)

torture: $(STAMP) ## kill the server 200 times in the middle of running games
	@CAPOTRENO_KILLS=$${CAPOTRENO_KILLS:-200} $(BIN)/python -m pytest tests/server/trouble/test_torture.py $(ARGS)

calibration: $(STAMP) ## is the review right? its chances, planted blunders and luck, into docs/review.md
	@$(BIN)/python -m tools.calibration $(ARGS)

invented: $(STAMP) ## the laws and the bots on a hundred invented boards
	@CAPOTRENO_INVENTED=$${CAPOTRENO_INVENTED:-100} $(BIN)/python -m pytest $(XDIST) tests/invent/test_played.py $(ARGS)

quick: $(STAMP) ## lint and the fast tests, under a minute
	@$(BIN)/ruff check --quiet
	@$(BIN)/python -m pytest $(XDIST) -m "not slow" $(ARGS)

check: style types ## format, lint and types, without tests

style: $(STAMP)
	@$(BIN)/ruff format --check --quiet || { echo "The files above are not formatted; 'make format' does it." >&2; \
		$(BIN)/ruff format --check >&2; exit 1; }
	@$(BIN)/ruff check --quiet

types: $(STAMP)
	@$(BIN)/mypy

check-web: $(WEB) ## the browser client's types and its own tests
	@sh tools/web/web.sh $(BIN)/python check

# What the tests would wait for: programs of the system's packages, and Python's reading of the
# tests, which is kept. Whatever is wrong with either the tests say.
programs: $(STAMP)
	@$(BIN)/python -m tools.setup.programs

collected: $(STAMP)
	@$(BIN)/python -m pytest --collect-only -qq >/dev/null || true

screenshots: $(STAMP) $(WEB) ## every screen, and tables at all sizes, in both languages, into build/screenshots
	@$(BIN)/python -m tools.web.screenshots $(ARGS)

docs: $(DOCS_STAMP) ## the site of the docs, into build/site
	@$(BIN)/python -m tools.papers.docs

format: $(STAMP) ## put the source into its one format and fix what can be fixed
	@$(BIN)/ruff check --fix --quiet || true
	@$(BIN)/ruff format

bench: $(STAMP) ## decisions per second, with python-chess as the yardstick
	@$(BIN)/capotreno bench $(ARGS)

native: $(STAMP) ## the shipped games as libraries, into the package; a wheel carries them
	@$(BIN)/capotreno native build $(ARGS) --prebuilt

train: $(STAMP) ## the network of all boards learns, on a GPU with torch; a run that is there goes on
	@$(BIN)/capotreno train $(ARGS)

verify-native: $(STAMP) ## every variant of every game on library and interpreter, decision by decision
	@$(BIN)/capotreno native verify $(ARGS) --games $${GAMES:-1000}

wheel: native $(WEB) ## a wheel for this kind of machine, libraries and browser client in it, into dist
	@$(BIN)/python -m pip -q wheel --no-deps -w dist .

test-wheel: wheel ## that wheel in an empty environment without a compiler: its libraries play
	@sh tools/shipping/wheel.sh dist

clean: ## remove everything made here, the virtual environment too
	@rm -rf $(VENV) build dist web/node_modules src/capotreno/web .mypy_cache .ruff_cache .pytest_cache .hypothesis
	@find src tests tools -name __pycache__ -type d -prune -exec rm -rf {} +

$(STAMP): pyproject.toml constraints.txt tools/setup/setup.sh
	@sh tools/setup/setup.sh $(VENV)
	@touch $@

$(DOCS_STAMP): $(STAMP)
	@$(BIN)/python -m pip -qq --disable-pip-version-check install -c constraints.txt --no-build-isolation -e '.[docs]'
	@touch $@

$(WEB): $(WEB_SOURCES) | $(STAMP)
	@sh tools/web/web.sh $(BIN)/python build
