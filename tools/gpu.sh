#!/bin/sh
# The games on this machine's GPU: builds every library that is missing, on all cores, measures and
# compares with the CPU, and tries who takes the arrays of a batch. Exit code 1 if anything differs
# or fails, 2 if the time was too short: the same call goes on.
#
#   sh tools/gpu.sh --seconds 520 --out "$OUT"        words for tools/gpu.py; --only usa,germany
#
# PYTHON chooses the interpreter. One that lacks what the package needs finds it in build/gpu, where
# `sh tools/gpu.sh --pack 3.12` puts it on a machine that can fetch it: for such a Python.
set -eu
cd "$(dirname "$0")/.."
python=${PYTHON:-python3}
deps=build/gpu

if [ "${1:-}" = --pack ]; then
    rm -rf "$deps"
    .venv/bin/python -m pip -q install --target "$deps" --no-deps --only-binary=:all: \
        --python-version "$2" -c constraints.txt msgspec
    for name in rich pygments markdown_it mdurl chess openskill; do # Python alone, for any version
        cp -r .venv/lib/python3.*/site-packages/$name "$deps"
    done
    find "$deps" -name __pycache__ -type d -prune -exec rm -rf {} +
    exit
fi

PYTHONPATH="$PWD/src:$PWD:$PWD/$deps"
XDG_CACHE_HOME=${XDG_CACHE_HOME:-$PWD/build/cache}
export PYTHONPATH XDG_CACHE_HOME PYTHONUNBUFFERED=1
wrong=0
"$python" tools/gpu.py "$@" || wrong=$?
case " $* " in *" --dry-run "*) ;; *) "$python" tools/handover.py || wrong=1 ;; esac
exit $wrong
