#!/bin/sh
# A machine with a GPU, and a Python that may lack what the package needs.
#
#   sh tools/native/gpu.sh --seconds 520 --out "$OUT"           words for tools/native/gpu.py; --only usa,germany
#   sh tools/native/gpu.sh --train --seconds 560 --out "$OUT"   words for tools/bots/train.py
#
# The first builds every library that is missing, on all cores, measures and compares with the CPU,
# and tries who takes the arrays of a batch. Exit code 1 if anything differs or fails, 2 if the time
# was too short: the same call goes on.
#
# PYTHON chooses the interpreter. One that lacks what the package needs finds it in build/gpu, where
# `sh tools/native/gpu.sh --pack 3.12` puts it on a machine that can fetch it: for such a Python.
set -eu
cd "$(dirname "$0")/../.."
python=${PYTHON:-python3}
deps=build/gpu

if [ "${1:-}" = --pack ]; then
    rm -rf "$deps"
    .venv/bin/python -m pip -q install --target "$deps" --no-deps --only-binary=:all: \
        --python-version "$2" -c constraints.txt msgspec
    for name in rich pygments markdown_it mdurl chess openskill; do
        cp -r .venv/lib/python3.*/site-packages/$name "$deps/$name"
        find "$deps/$name" -name '*.so' -delete # what is left is Python alone, for any version
    done
    find "$deps" -name __pycache__ -type d -prune -exec rm -rf {} +
    exit
fi

PYTHONPATH="$PWD/src:$PWD:$PWD/$deps"
XDG_CACHE_HOME=${XDG_CACHE_HOME:-$PWD/build/cache}
export PYTHONPATH XDG_CACHE_HOME PYTHONUNBUFFERED=1
if [ "${1:-}" = --train ]; then
    shift
    exec "$python" tools/bots/train.py "$@"
fi
wrong=0
"$python" tools/native/gpu.py "$@" || wrong=$?
case " $* " in *" --dry-run "*) ;; *) "$python" tools/native/handover.py || wrong=1 ;; esac
exit $wrong
