# Every target sets up all it needs in .venv: a fresh machine has to bring Python >= 3.10, gcc and make only.
PYTHON ?= $(shell for p in python3.11 python3 python; do $$p -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null && { echo $$p; break; }; done)
VENV ?= .venv
BIN = $(VENV)/bin
# Not compiled: of 19,000 files tests import 3,000, and pip compiles one after the other (61 of 117 s of processor time).
PIP = $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile
# $(call requirements,GROUPS): install what pyproject.toml says each of the groups needs.
requirements = $(BIN)/python tools/dependencies.py $(1) > $@.txt && $(PIP) -r $@.txt && touch $@

# Tests start thousands of programs: without bytecode, each compiles numscope again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: frontend demo test test-core test-libraries test-versions test-long test-threads test-interpreter lint lint-types lint-stubs lint-style bench answers downstream sanitize build docs wheel wheel-torch release clean

demo: build
	$(BIN)/numscope run --force --output tour.numscope examples/tour.py
	$(BIN)/numscope ls tour.numscope --limit 12
	$(BIN)/numscope top tour.numscope --limit 10

test: test-core test-libraries test-versions

# What needs NumPy only.
test-core: build $(VENV)/.test
	$(BIN)/python tools/test_core.py

# What needs PyTorch and Numba, apart so that a failure there reads as one.
test-libraries: build $(VENV)/.test $(VENV)/.libraries
	$(BIN)/python tools/test_libraries.py

# What depends on the interpreter, on the other versions that this machine has.
test-versions: build
	$(BIN)/python tools/test_versions.py

# The sweeps of which the tests above run a shorter form.
test-long: build $(VENV)/.test $(VENV)/.libraries
	$(BIN)/python tools/test_long.py

# What depends on how many threads NumPy and PyTorch compute with, for OPENBLAS_NUM_THREADS and OMP_NUM_THREADS of one's choice.
test-threads: build $(VENV)/.test $(VENV)/.libraries
	$(BIN)/python tools/test_threads.py -q

test-interpreter: build $(VENV)/.test
	$(BIN)/python -m pytest -q tests/probes/numpy/test_numpy_operations.py tests/probes/numpy/test_numpy_transparency.py \
		tests/probes/numpy/test_numpy_catalogue.py tests/recording/test_record_block.py tests/trace/test_reading.py tests/cli/test_every_answer.py

lint: build $(VENV)/.lint $(VENV)/.test
	@$(MAKE) --no-print-directory --keep-going -j 2 lint-types lint-stubs lint-style

# What `make lint` runs at the same time. stubtest opens mypy's cache, too, and both set its journal mode as they open it:
# "database is locked" in 90 of 320 starts at the same moment, which mypy reports as an internal error.
lint-types:
	$(BIN)/mypy --cache-dir .mypy_cache/types

lint-stubs:
	$(BIN)/python tools/check_stubs.py

lint-style:
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports
	$(BIN)/python tools/check_library_names.py
	$(BIN)/python tools/check_trace_files.py
	$(BIN)/python tools/check_terminal_text.py
	$(BIN)/python tools/check_words.py
	$(BIN)/python tools/check_frontend.py
	$(BIN)/python tools/pypi_readme.py --check

# The pages of report and explain, from frontend/ into the package, and JupyterLab's extension: both are committed.
# Needs Node 20 or newer.
frontend:
	for folder in frontend editors/jupyterlab; do (cd $$folder && npm ci --no-audit --no-fund --loglevel=error && npm run --silent check && npm run --silent build) || exit 1; done

bench: build $(VENV)/.test
	$(BIN)/python -m benchmarks
	$(BIN)/python -m benchmarks.sealing

# How often the first answer is the right one: `make answers`, minutes; `python -m benchmarks.answers --help` has more.
answers: build $(VENV)/.test $(VENV)/.libraries
	$(BIN)/python -m benchmarks.answers --verbose

downstream: build $(VENV)/.test
	$(BIN)/python -m benchmarks.downstream

gauntlet: downstream

# The native code under AddressSanitizer and UndefinedBehaviorSanitizer; minutes.
sanitize: build $(VENV)/.test
	$(BIN)/python tools/sanitize.py

docs: build $(VENV)/.docs
	$(BIN)/python tools/check_links.py
	$(BIN)/python tools/generate_reference.py
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

build: $(VENV)/.project
	@$(BIN)/python tools/build_in_place.py

wheel: $(VENV)/.project
	PATH="$(abspath $(BIN)):$$PATH" $(BIN)/python -m pip wheel --quiet --no-deps --no-build-isolation --wheel-dir dist .

# What is uploaded to PyPI: the sdist, and a wheel that auditwheel has given its manylinux tag. Both are checked by twine.
release: $(VENV)/.project $(VENV)/.release
	rm -rf dist/release
	PATH="$(abspath $(BIN)):$$PATH" $(BIN)/python -m build --no-isolation --outdir dist/release .
	PATH="$(abspath $(BIN)):$$PATH" $(BIN)/auditwheel repair --wheel-dir dist/release dist/release/numscope-*-linux_*.whl
	rm dist/release/numscope-*-linux_*.whl
	$(BIN)/twine check --strict dist/release/*

# The same with the recorder for the PyTorch of this environment: for machines without a C++ compiler.
wheel-torch: wheel $(VENV)/.libraries
	$(BIN)/python tools/pack_torch_recorder.py dist/numscope-*.whl

clean:
	rm -rf build dist site
	find src -name '*.so' -delete

$(VENV)/.venv:
	$(PYTHON) -m venv $(VENV)
	$(PIP) --upgrade pip
	touch $@

# The checkout itself is importable, and `numscope` is a command, without an installation to repeat at each change.
$(VENV)/.project: $(VENV)/.venv pyproject.toml
	$(BIN)/python tools/link_checkout.py
	$(call requirements,project build native)

$(VENV)/.test: $(VENV)/.venv pyproject.toml
	$(call requirements,test)

$(VENV)/.lint: $(VENV)/.venv pyproject.toml
	$(call requirements,lint)

$(VENV)/.release: $(VENV)/.venv pyproject.toml
	$(call requirements,release)

$(VENV)/.docs: $(VENV)/.venv pyproject.toml
	$(call requirements,docs)

# Not for every interpreter there is: what can't be installed, its tests name as skipped.
$(VENV)/.libraries: $(VENV)/.venv pyproject.toml
	$(PIP) torch==2.13.0 || $(PIP) torch || echo "no PyTorch for this interpreter: its tests are skipped"
	$(PIP) "jax[cpu]>=0.4.38" || echo "no JAX for this interpreter: its tests are skipped"
	$(PIP) array-api-compat wheel matplotlib nbclient ipykernel || echo "not every library is there: its tests are skipped"
	$(PIP) jupyterlab || echo "no JupyterLab: its extension is not tried in a browser"
	$(BIN)/python tools/dependencies.py layers > $@.layers.txt
	$(PIP) -r $@.layers.txt || echo "not every library with a layer is there: its tests are skipped"
	$(PIP) mpi4py || echo "no mpi4py for this interpreter: its tests are skipped"
	$(PIP) ray || echo "no Ray for this interpreter: its tests are skipped"
	$(PIP) playwright axe-playwright-python || echo "no Playwright: pages are not looked at in a browser"
	touch $@
