#!/bin/sh
# Installs the newest wheel of a folder (first argument) where nothing of this checkout is and lets
# its libraries play there. No compiler is on the path: they can only be those that the wheel carries.
set -eu

wheel=$(ls -t "$1"/*.whl | head -n 1)
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
case $wheel in
*-any.whl) echo "$wheel carries no libraries; 'make wheel' builds them." >&2; exit 1 ;;
esac
python3 -m venv "$place/venv"
"$place/venv/bin/python" -m pip -qq --disable-pip-version-check install -c constraints.txt "$wheel"

alone() { (cd "$place" && env -i HOME="$place" LANG=C.UTF-8 PATH="$place/venv/bin" "$@"); }
alone capotreno native verify new_york --games 2
alone capotreno simulate new_york --players 2 --games 300 --bots random
alone capotreno --version | grep -E '[1-9][0-9]* native librar|one native library' || { echo "the wheel does not tell of its libraries" >&2; exit 1; }
