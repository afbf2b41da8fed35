"""The app's icons as pictures, from web/public/icon.svg: phones take no drawing.

    python -m tools.web.icons

The picture for masks fills its square and keeps what matters within the circle that all masks
leave; so does Apple's, which is cut round by the phone.
"""

from pathlib import Path

from tools.web import browser as browsers

PUBLIC = Path(__file__).resolve().parents[2] / "web" / "public"

GROUND = "#1d3a36"  # the icon's own
#: Each picture's side, and how much of it the drawing takes; less than all: on its ground.
ICONS = {
    "icon-192.png": (192, 1.0),
    "icon-512.png": (512, 1.0),
    "icon-mask.png": (512, 0.78),
    "apple-touch-icon.png": (180, 0.88),
}


def main() -> None:
    """Draw them all."""
    drawing = (PUBLIC / "icon.svg").read_text("utf-8")
    with browsers.browser() as launched:
        for name, (side, part) in ICONS.items():
            page = launched.new_page(viewport={"width": side, "height": side})
            ground = "transparent" if part == 1 else GROUND
            page.set_content(
                f"<style>body{{margin:0;background:{ground};display:grid;place-items:center;"
                f"height:100vh}}svg{{width:{100 * part}vw;height:{100 * part}vw}}</style>{drawing}"
            )
            page.screenshot(path=PUBLIC / name, omit_background=True)
            page.close()


if __name__ == "__main__":
    main()
