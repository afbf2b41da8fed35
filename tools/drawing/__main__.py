"""Draws what lies behind the boards: `python -m tools.drawing germany --preview germany.png`.

Real countries come from Natural Earth (fetched with npm into `--folder`, by default a temporary
one) and from the facts in tools/geography; New York and the haunted town are drawn by their own
modules. With `--look` nothing is drawn anew: the committed drawing is checked and shown.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from capotreno.board import drawing as drawings
from capotreno.board.drawing import faults
from capotreno.board.format import DrawingFile
from capotreno.board.load import load, shipped
from tools.drawing import geography, ghost_train, new_york
from tools.drawing.check import ashore
from tools.drawing.preview import shoot
from tools.drawing.write import written

TARGET = Path(drawings.__file__).parent / "drawing"
BY_HAND = {"new_york": new_york.draw, "ghost_train": ghost_train.draw}


def make(name: str, folder: Path) -> DrawingFile:
    """One board's drawing, with a word about it."""
    if name in BY_HAND:
        return BY_HAND[name]()
    drawing, view = geography.draw(name, folder)
    least, most = view.warp.folds()
    worst = max(view.warp.misses)
    print(
        f"{name}: {len(view.warp.steps)} steps, places within {worst:.1f} units, "
        f"area stretched {least:.2f} to {most:.2f} times{'' if least > 0 else ': IT FOLDS'}"
    )
    return drawing


def main(argv: list[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("boards", nargs="*", default=list(shipped()))
    parser.add_argument("--folder", type=Path, help="where npm packages are kept")
    parser.add_argument("--preview", type=Path, help="a PNG, or a folder for several")
    parser.add_argument("--look", action="store_true", help="draw nothing anew")
    options = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as temporary:
        for name in options.boards:
            board = load(name)
            file = TARGET / f"{name}.json"
            if not options.look:
                file.write_text(written(make(name, options.folder or Path(temporary))), "utf-8")
            drawing = drawings.parse(file.read_bytes(), file.name)
            print(f"{name}: {file.stat().st_size / 1024:.1f} KiB")
            for fault in [*faults(drawing, board), *ashore(drawing, board)]:
                print(f"  {fault}")
            if options.preview:
                several = options.preview.is_dir()
                shoot(
                    drawing, board, options.preview / f"{name}.png" if several else options.preview
                )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
