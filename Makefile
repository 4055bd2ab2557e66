# Sandtable: `make play` and `make test` need only Python 3.11 or newer and make; the rest is fetched, pinned by hash.

GAME  ?= patrols
GAMES ?= 10000
SEED  ?= 1

V  := .venv
PY := $(V)/bin/python
UV := $(V)/bin/uv

# Trust what this machine trusts, so that a company's own certificate does not stop uv.
export UV_SYSTEM_CERTS ?= 1

# uv is quick; pip is slower, but reads pip.conf and brings certificates of its own, so it has the last word.
install = $(UV) pip install -q -p $(V) $(1) || { echo "uv could not install; trying pip." >&2; $(PY) -m pip install -q $(1); }
compile = UV_CUSTOM_COMPILE_COMMAND="make lock" $(UV) pip compile -q --universal --python-version 3.11 --generate-hashes $(UPGRADE)

# The client, built once from web/ by the Node that comes with the packages.
CLIENT := src/sandtable/server/static/index.html

.PHONY: help play terminal test lint types imports gates web units compiled fast database browser wheel bench load balance soak format lock clean

help:
	@echo "make play              open the table in the browser"
	@echo "make terminal          play a game in the terminal (GAME=$(GAME))"
	@echo "make test              every gate and test, as the CI runs them"
	@echo "make lint types imports gates web units compiled    one of them alone"
	@echo "make wheel             a package to install elsewhere, the page inside: dist/sandtable-...whl"
	@echo "make wheel COMPILED=1  the same, and one with compiled rules beside it, for this Python and this machine"
	@echo "make fast              how much faster each game is with compiled rules; fails under 1.6"
	@echo "make format            put the code into its house style"
	@echo "make bench             measure the speed of GAME"
	@echo "make load              200 tables of GAME, or of each game, at once: answers lost or doubled, p95, throughput, memory"
	@echo "make balance           play the designed content many times and write the balance tables"
	@echo "make soak              random and plain play over GAMES=$(GAMES) games from SEED=$(SEED); a server attacked and killed"
	@echo "make lock              pin the dependencies anew (UPGRADE=--upgrade for newer ones)"
	@echo "make clean             remove everything that make made"

play: $(V)/.play $(CLIENT)
	@$(V)/bin/sandtable serve --open

terminal: $(V)/.play
	@$(V)/bin/sandtable play $(GAME)

test: lint types imports gates web units compiled

lint: $(V)/.dev
	$(V)/bin/ruff check
	$(V)/bin/ruff format --check

types: $(V)/.dev
	$(V)/bin/mypy

imports: $(V)/.dev
	$(V)/bin/lint-imports --no-logo

gates: $(V)/.dev
	$(PY) tools/gates.py
	$(UV) pip check -p $(V)

web: $(V)/.dev $(CLIENT)
	$(PY) tools/web.py check

units: $(V)/.dev $(CLIENT) database browser
	$(V)/bin/pytest -q -n 2 --durations=15

database:
	@sh tools/database.sh

browser:
	@sh tools/browser.sh

compiled: $(V)/.dev
	$(PY) tools/compiled.py kandahar

fast: $(V)/.dev
	$(PY) tools/compiled.py

ifdef COMPILED
wheel: $(V)/.dev $(CLIENT)
	$(PY) -m hatchling build -t wheel -d dist
	$(PY) tools/compiled.py --wheel dist
else
wheel: $(V)/.play $(CLIENT)
	$(PY) -m hatchling build -t wheel -d dist
endif

bench: $(V)/.play
	$(V)/bin/sandtable bench $(GAME)

load: $(V)/.play
	$(PY) tools/load.py $(if $(filter file,$(origin GAME)),,--game $(GAME))

balance: $(V)/.play
	$(PY) tools/balance.py

soak: $(V)/.dev database
	$(V)/bin/sandtable simulate $(GAME) --player random --games $(GAMES) --seed $(SEED)
	$(V)/bin/sandtable simulate $(GAME) --player plain --games $(GAMES) --seed $(SEED)
	$(PY) -m tests.conformance.soak $(GAME)
	$(PY) -m tests.server.hostile 10000
	$(PY) -m tests.server.kills 200
	$(PY) -m tests.server.kills 200 --postgresql

format: $(V)/.dev
	$(V)/bin/ruff check --fix
	$(V)/bin/ruff format

lock: $(V)/.uv
	$(compile) requirements/bootstrap.in -o requirements/bootstrap.lock
	@git diff --quiet requirements/bootstrap.lock && touch $(V)/.uv || true
	$(compile) requirements/tools.in pyproject.toml --extra server --group web -o requirements/play.lock
	$(compile) pyproject.toml --extra postgres --extra cluster --group test --group e2e --group lint --group compile \
	  -c requirements/play.lock -o requirements/dev.lock

clean:
	rm -rf $(V) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

# The stamps: each says that one layer of the environment is as its lock wants it. The first also says for which
# folder it was made: when that was moved or copied, or its Python is gone, everything is made anew.

ifneq ($(shell $(PY) -c 'import uv; print(open("$(V)/.uv").read())' 2>/dev/null),$(CURDIR))
.PHONY: $(V)/.uv
endif

$(V)/.uv: requirements/bootstrap.lock
	@PYTHON="$(PYTHON)" sh tools/venv.sh $(V)
	@$(PY) -m pip install -q --disable-pip-version-check --require-hashes -r $<
	@printf "%s" "$(CURDIR)" > $@

$(V)/.play: requirements/play.lock pyproject.toml $(V)/.uv
	@$(call install,--require-hashes -r $<)
	@$(call install,--no-deps --no-build-isolation -e .)
	@touch $@

$(CLIENT): $(V)/.play web/package-lock.json $(shell find web/src web/scripts web/index.html -type f)
	@$(PY) tools/web.py install build >/dev/null
	@touch $@

$(V)/.dev: requirements/dev.lock $(V)/.play
	@$(call install,--require-hashes -r $<)
	@touch $@
