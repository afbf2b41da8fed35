"""Pictures of the boards for links in chats, drawn by our client: `python -m tools.web.previews`.

Write them anew when a board's drawing has changed; they lie in web/public/preview.
"""

from pathlib import Path

from capotreno.games.registry import games
from capotreno.server.doors.preview import SIZE
from tools.web import browser as browsers

OUT = Path(__file__).parents[2] / "web" / "public" / "preview"
QUALITY = 62  # of a hundred: about 30 KiB a picture

#: The board from edge to edge, the name of the house below it.
SHOW = """async ([game, wide, high]) => {
  const card = document.querySelector(`article:has(a[href="/rules/${game}"])`);
  card?.scrollIntoView();
  while (card && !card.querySelector('svg.thumb')) await new Promise(go => setTimeout(go, 50));
  const board = card?.querySelector('svg.thumb').outerHTML ?? '';
  const seals = card?.querySelector('.seals').innerHTML ?? '';
  const frame = document.createElement('div');
  frame.id = 'preview';
  frame.innerHTML = `<div>${board}</div>
    <p><img src="/icon.svg"><b>Capotreno</b><i>${seals}</i></p>`;
  frame.style.cssText = `position:fixed;inset:0;z-index:99;width:${wide}px;height:${high}px;
    display:grid;grid-template-rows:1fr 58px;background:#b9d3df;overflow:hidden`;
  const [map, line] = frame.children;
  map.style.cssText = 'min-height:0;overflow:hidden;background:#efe6cf';
  line.style.cssText = `display:flex;align-items:center;gap:12px;margin:0;padding:0 16px;
    border-top:4px solid #d69a35;background:#1d3a36;color:#f6e6c4;font-size:30px`;
  line.querySelector('img').style.width = '38px';
  line.querySelector('b').style.font = '600 30px var(--serif)';
  line.querySelector('i').style.cssText = 'display:flex;gap:6px;margin-left:auto';
  document.querySelector('#preview')?.remove();
  document.body.append(frame);
}"""


def main() -> None:
    """Draw them all."""
    OUT.mkdir(parents=True, exist_ok=True)
    with browsers.serving() as site, browsers.browser() as launched:
        wide, high = SIZE
        page = launched.new_page(viewport={"width": wide, "height": high}, base_url=site)
        page.goto("/")
        page.wait_for_selector("article")
        # The house itself is shown by the first of its boards.
        for name, game in (("capotreno", games()[0]), *((game, game) for game in games())):
            page.evaluate(SHOW, [game, wide, high])
            picture = page.locator("#preview")
            picture.screenshot(path=OUT / f"{name}.jpg", type="jpeg", quality=QUALITY)


if __name__ == "__main__":
    main()
