#!/bin/sh
# Makes the virtual environment (first argument) and installs the project into it, editable,
# with the exact versions of constraints.txt. Run again, it only brings it up to date.
# PYTHON=/some/python chooses the interpreter.
set -eu

venv=$1
candidates=${PYTHON:-python3 python3.13 python3.12 python3.11}

recent() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; }
whole() { "$1" -c 'import ensurepip, venv' >/dev/null 2>&1; }

if ! recent "$venv/bin/python"; then
    python=
    for candidate in $candidates; do
        recent "$candidate" || continue
        : "${python:=$candidate}"
        if whole "$candidate"; then python=$candidate; break; fi
    done
    if [ -z "$python" ]; then
        echo "Capotreno needs Python 3.11 or later; none was found (looked for: $candidates)." >&2
        echo "Install one, or name it: make PYTHON=/path/to/python3" >&2
        exit 1
    fi
    if ! whole "$python"; then
        # Debian and Ubuntu ship Python without the means to make a virtual environment.
        package=$("$python" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')
        if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
            echo "Installing $package, which $python lacks ..."
            { apt-get -qq update && apt-get -qq install -y "$package"; } >/dev/null || true
        fi
        if ! whole "$python"; then
            echo "$python cannot make a virtual environment: its venv module is missing." >&2
            echo "On Debian or Ubuntu: sudo apt install $package" >&2
            exit 1
        fi
    fi
    echo "Making $venv with $("$python" --version) ..."
    "$python" -m venv --clear "$venv"
fi

# -qq keeps errors and drops the rest. The build back ends (this project's, and setuptools for
# packages that come as source) go in first and are used from here, so that their versions are the
# ones in constraints.txt too.
echo "Installing the project and its tools ..."
pip() { "$venv/bin/python" -m pip -qq --disable-pip-version-check "$@"; }
pip install -c constraints.txt hatchling editables setuptools
pip install -c constraints.txt --no-build-isolation -e '.[dev]'
