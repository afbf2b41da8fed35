"""A page as an SVG file, in millimetres."""

from collections.abc import Iterator
from html import escape

from capotreno.printing.pen import Drawn, Page, Path, Stroke, TextLine, Window

FONT = "Helvetica,Arial,'Liberation Sans',sans-serif"


def written(page: Page, whole: str = "") -> str:
    """The whole file; `whole`: instead of its size in millimetres, what it is on a page of text."""
    clips: list[str] = []
    body = "".join(_thing(thing, clips) for thing in page.things)
    size = whole or f'width="{page.wide:g}mm" height="{page.tall:g}mm"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size}'
        f' viewBox="0 0 {page.wide:g} {page.tall:g}"><title>{escape(page.name)}</title>'
        f"<defs>{''.join(clips)}</defs>"
        f'<rect width="100%" height="100%" fill="#fff"/><g font-family="{FONT}">{body}</g></svg>\n'
    )


def data(steps: tuple[Stroke, ...]) -> str:
    """Path data."""
    return "".join(
        command + " ".join(f"{x:.2f} {y:.2f}" for x, y in points) for command, points in steps
    )


def _thing(thing: Drawn, clips: list[str]) -> str:
    match thing:
        case Path():
            told = f"<title>{escape(thing.title)}</title>" if thing.title else ""
            return f'<path d="{data(thing.steps)}"{"".join(_look(thing))}>{told}</path>'
        case TextLine():
            return _words(thing)
        case Window(frame, things):
            name = f"c{len(clips)}"
            wide, tall = frame.right - frame.left, frame.bottom - frame.top
            clips.append(
                f'<clipPath id="{name}"><rect x="{frame.left:.2f}" y="{frame.top:.2f}"'
                f' width="{wide:.2f}" height="{tall:.2f}"/></clipPath>'
            )
            body = "".join(_thing(one, clips) for one in things)
            return f'<g clip-path="url(#{name})">{body}</g>'


def _look(path: Path) -> Iterator[str]:
    yield f' fill="{path.fill or "none"}"'
    if path.fill:
        yield ' fill-rule="evenodd"'
    if path.line:
        yield f' stroke="{path.line}" stroke-width="{path.width:g}" stroke-linejoin="round"'
        yield ' stroke-linecap="butt"' if path.dash else ' stroke-linecap="round"'
    if path.dash:
        yield f' stroke-dasharray="{" ".join(f"{n:g}" for n in path.dash)}"'
    if path.faint < 1:
        yield f' opacity="{path.faint:g}"'


def _words(words: TextLine) -> str:
    """The reader's own font is made as wide as the one that was measured."""
    bold = ' font-weight="bold"' if words.bold else ""
    turn = f' transform="rotate({words.angle:g} {words.x:.2f} {words.y:.2f})"'
    place = (
        f'x="{words.x - words.start:.2f}" y="{words.y:.2f}" font-size="{words.size:.2f}"'
        f' textLength="{words.wide:.2f}" lengthAdjust="spacingAndGlyphs"'
        f"{bold}{turn if words.angle else ''}"
    )
    text = escape(words.text, quote=False)
    rim = (
        f'<text {place} fill="none" stroke="#fff" stroke-width="{words.halo:g}"'
        f' stroke-linejoin="round">{text}</text>'
        if words.halo
        else ""
    )
    return f'{rim}<text {place} fill="{words.fill}">{text}</text>'
