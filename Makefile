# Everything runs inside .venv, which tools/bootstrap.py builds on the first call and leaves alone after that.
# `make` alone lists the targets.

ifeq ($(origin PYTHON),undefined)
  PYTHON := python3
else
  CHOSEN := --chosen
endif

CH ?=
IMPL ?= reference
PORT ?=

SHELL := /bin/sh
.DEFAULT_GOAL := help
.PHONY: help book pdf epub test browser-test tangle check serve lab bench mutants versions clean environment

# What the caller has set for other Pythons stays out of this one.
unexport PYTHONPATH PYTHONHOME PYTHONSTARTUP PYTHONOPTIMIZE PYTHONWARNINGS PYTHONINSPECT PYTHONSAFEPATH
unexport PYTHONEXECUTABLE __PYVENV_LAUNCHER__ VIRTUAL_ENV PYTEST_ADDOPTS PYTEST_PLUGINS
# What this make was called with is not for a make that a test calls.
unexport PYTHON CH IMPL PORT
export PYTHONUTF8 := 1

inside = PATH="$$PWD/.venv/bin:$$PATH"

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
	pytest; tested=$$?; \
	[ $$checked -eq 0 ] || echo "test: checks failed too; what they found stands above pytest's report" >&2; \
	[ $$checked -eq 0 ] && [ $$tested -eq 0 ]

browser-test: tangle ## read the book in a real Chromium, page by page (skipped where there is none)
	@$(inside) pytest -m browser tests/browser

tangle: environment ## write the code of the chapters to src/tinygpt, labs and examples
	@$(inside) literate tangle

check: environment ## run ruff and mypy; compare the tangled files with the chapters
	@$(inside) python tools/check.py

serve: environment ## show the book at a local address and rebuild it on every save (PORT=8000)
	@$(inside) python tools/serve.py $(if $(PORT),--port "$(PORT)")

lab: environment ## test a chapter's lab: make lab CH=06, then make lab CH=06 IMPL=mine
	@$(inside) python tools/lab.py "$(CH)" "$(IMPL)"

bench: environment ## measure the engine beside numpy and its peers; writes benchmarks/RESULTS.md (minutes)
	@$(inside) python -m benchmarks

mutants: environment ## put small faults into the engine, one by one, and see which test finds each (many minutes)
	@$(inside) python tools/mutants.py

versions: environment ## test the program with every Python found here, and the oldest and newest numpy (minutes)
	@$(inside) python tools/versions.py

clean: ## remove what the targets made, but keep .venv, .literate and labs/*/mine.py
	@rm -rf _build .jupyter_cache .pytest_cache .mypy_cache .ruff_cache .hypothesis dist
	@find book src labs examples tests tools benchmarks -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true

environment:
	@for python in "$(PYTHON)" $(if $(CHOSEN),,python3.13 python3.12 python3.11 python3.14 python); do \
	  if "$$python" -c '' >/dev/null 2>&1; then exec "$$python" tools/bootstrap.py $(CHOSEN); fi; \
	done; \
	echo "set-up: $(PYTHON) does not run here. Install Python 3.11 or newer," \
	  "or name the one you have: make PYTHON=python3.12 ..." >&2; exit 1
