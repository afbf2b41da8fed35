#!/bin/sh
# The games on this machine's GPU: builds every library that is missing, on all cores, then measures
# and compares with the CPU: a table at the end. Exit code 1 if anything differs or fails.
#
#   sh tools/gpu.sh --only usa,germany
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

PYTHONPATH="$PWD/src:$PWD/$deps"
XDG_CACHE_HOME=${XDG_CACHE_HOME:-$PWD/build/cache}
export PYTHONPATH XDG_CACHE_HOME PYTHONUNBUFFERED=1
games=$(printf '%s\n' "$@" | sed -n '/^--only$/{n;s/,/ /g;p;}')
# shellcheck disable=SC2086 -- one word for each game
"$python" -m capotreno native build --gpu $games
wrong=0
"$python" tools/handover.py || wrong=1
# Each game in a process of its own: after a fault a process has no GPU any more.
[ -n "$games" ] || games=$("$python" -c 'from capotreno.games.registry import games; print(*games())')
rm -rf build/rows && mkdir -p build/rows
for game in $games; do
    "$python" -m capotreno bench native --gpu --json --only "$game" >"build/rows/$game.json" || wrong=1
done
"$python" tools/gpu.py build/rows || wrong=1
exit $wrong
