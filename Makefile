# Everything runs inside .venv, which tools/environment.py makes on the first call and leaves alone after that.
# `make` alone lists the targets.

PYTHON ?=
CH ?=
IMPL ?= reference
PORT ?=

SHELL := /bin/sh
.DEFAULT_GOAL := help
.PHONY: help book pdf epub test browser-test tangle check serve lab bench mutants versions clean environment

# What the caller has set for other Pythons stays out of this one.
unexport PYTHONPATH PYTHONHOME PYTHONSTARTUP PYTHONOPTIMIZE PYTHONWARNINGS PYTHONINSPECT PYTHONSAFEPATH
unexport PYTHONEXECUTABLE __PYVENV_LAUNCHER__ VIRTUAL_ENV PYTEST_ADDOPTS PYTEST_PLUGINS
# Nor where pip installs, and what: its settings for the index are kept.
unexport PIP_TARGET PIP_PREFIX PIP_ROOT PIP_USER PIP_CONSTRAINT PIP_REQUIREMENT PIP_NO_BINARY PIP_ONLY_BINARY
unexport PIP_REQUIRE_HASHES PIP_REQUIRE_VIRTUALENV
# What this make was called with is not for a make that a test calls.
unexport PYTHON CH IMPL PORT
export PYTHONUTF8 := 1

inside = PATH="$$PWD/.venv/bin:$$PATH"
# As many processes as there are processors, each with whole files of tests.
in-parallel = -n auto --dist loadfile
labs = $(patsubst labs/ch%/starter.py,CH=%,$(wildcard labs/ch*/starter.py))
# What a build itself writes, what no page is made from, and what editors leave while they write.
not-watched = $(foreach folder,.git .venv .literate .jupyter_cache _build src labs examples tests,--ignore $(folder)) \
  --re-ignore '(/__pycache__/.*|/\.[^/]*|/\#[^/]*|~|\.tmp)$$'

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' Makefile
	@echo
	@echo "Another Python (3.11 or newer): make PYTHON=python3.12 book"

book: tangle ## build the book as web pages, and say which page to open
	@$(inside) python tools/render.py jupyter-book build . -W --keep-going
	@echo
	@echo "Open this page: $$PWD/_build/html/index.html"

pdf: tangle ## build the book as a PDF: _build/pdf/book.pdf
	@$(inside) python tools/render.py \
	  jupyter-book build . --builder custom --custom-builder pdf -W --keep-going
	@echo
	@echo "Open this file: $$PWD/_build/pdf/book.pdf"

epub: tangle ## build the book for e-readers: _build/epub/tinygpt.epub
	@export SOURCE_DATE_EPOCH="$${SOURCE_DATE_EPOCH:-$$(git log -1 --format=%ct 2>/dev/null || echo 315532800)}"; \
	$(inside) python tools/render.py \
	  jupyter-book build . --builder custom --custom-builder epub -W --keep-going
	@echo
	@echo "Open this file: $$PWD/_build/epub/tinygpt.epub"

# Both run whatever the other says, and the files are compared before anything could write them.
test: environment ## compare text and files, check the code, run every example, number and test
	@export $(inside); \
	python tools/check.py; checked=$$?; \
	pytest $(in-parallel); tested=$$?; \
	[ $$checked -eq 0 ] || echo "test: checks failed too; what they found stands above pytest's report" >&2; \
	[ $$checked -eq 0 ] && [ $$tested -eq 0 ]

browser-test: tangle ## read the book in a real Chromium, page by page (skipped where there is none)
	@$(inside) pytest -m browser tests/browser

tangle: environment ## write the code of the chapters to src/tinygpt, labs and examples
	@$(inside) literate tangle

check: environment ## run ruff and mypy; compare the tangled files with the chapters
	@$(inside) python tools/check.py

# The server knows Sphinx, so it is given the settings of Jupyter Book in that form.
serve: tangle ## show the book at a local address; on every save rebuild it and reload the page (PORT=8000)
	@mkdir -p _build/serve/html && cp _config.yml _build/serve
	@$(inside) jupyter-book config sphinx . --config _build/serve/_config.yml --toc "$$PWD/_toc.yml" >/dev/null
	@$(inside) sphinx-autobuild . _build/serve/html -c _build/serve -d _build/serve/doctrees -q \
	  -D nb_execution_cache_path="$$PWD/_build/.jupyter_cache" --pre-build "literate --quiet tangle" \
	  --port $(or $(PORT),0) $(not-watched)

lab: environment ## test a chapter's lab: make lab CH=06, then make lab CH=06 IMPL=mine
	@[ -n "$(CH)" ] && [ -d "labs/ch$(CH)" ] || { echo "lab: Say which lab. Known: $(labs). Example: make lab CH=06" >&2; exit 2; }
	@$(inside) LAB_IMPL="$(IMPL)" pytest "labs/ch$(CH)"

bench: environment ## measure the engine beside numpy and its peers; writes benchmarks/RESULTS.md (minutes)
	@$(inside) python -m benchmarks

mutants: environment ## put small faults into the engine, one by one, and see which test finds each (many minutes)
	@$(inside) nox --session mutants

versions: environment ## test the program with every Python found here, and the oldest and newest numpy (minutes)
	@rm -f _build/versions/*.xml
	@$(inside) nox --stop-on-first-error --session versions record

clean: ## remove what the targets made, but keep .venv, .literate and labs/*/mine.py
	@rm -rf _build .jupyter_cache .pytest_cache .mypy_cache .ruff_cache .hypothesis .nox mutants dist
	@find book src labs examples tests tools toolchain benchmarks -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true

# A Python that was named is taken; otherwise the first that is new enough.
environment:
	@for python in $(if $(PYTHON),"$(PYTHON)",python3 python3.13 python3.12 python3.11 python3.14 python python3); do \
	  "$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && break; \
	done; \
	"$$python" -c '' 2>/dev/null || { echo "set-up: $$python does not run here. Install Python 3.11 or newer," \
	  "or name the one you have: make PYTHON=python3.12 ..." >&2; exit 1; }; \
	"$$python" tools/python_version.py && "$$python" tools/environment.py $(if $(PYTHON),--named)
