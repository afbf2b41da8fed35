"""What a chat shows of a link to this server (Open Graph): a title, a line, a picture."""

from html import escape

from capotreno.games.registry import games
from capotreno.server.doors.answers import Call
from capotreno.server.hall.context import Context
from capotreno.server.table.faults import Refusal
from capotreno.words import LANGUAGES, say

MARK = b"<!-- preview -->"  # where they stand in the client's page
SIZE = (600, 315)


async def previewed(request: Call, page: bytes) -> bytes:
    """The client's page with what is to be shown of its address; a table's in its own language."""
    if MARK not in page:
        return page
    return page.replace(MARK, (await _tags(request)).encode(), 1)


async def _tags(request: Call) -> str:
    language = _wanted(request)
    title, line = say(language, "site.title"), say(language, "site.line")
    game = str(request.path_params.get("game", ""))
    if request.url.path.startswith("/table/"):
        try:
            table = await Context.of(request.app).hall.table(str(request.path_params["id"]))
        except Refusal:
            pass  # the page itself says that there is no such table
        else:
            language, game = table.row.language, table.row.game
            free = sum(seat.kind == "open" for seat in table.seats)
            told = "free" if table.row.status == "open" and free else table.row.status
            name = table.game.ruleset.title
            title = say(language, "site.table", {"game": name.it if language == "it" else name.en})
            line = say(language, f"site.table.{told}", {"n": free})
    here = str(request.base_url).rstrip("/")
    tags = {
        "og:type": "website",
        "og:site_name": say(language, "site.title"),
        "og:locale": {"en": "en_GB", "it": "it_IT"}[language],
        "og:title": title,
        "og:description": line,
        "og:url": here + request.url.path,
        "og:image": f"{here}/preview/{game if game in games() else 'capotreno'}.jpg",
        "og:image:width": str(SIZE[0]),
        "og:image:height": str(SIZE[1]),
    }
    shown = [f'<meta property="{name}" content="{escape(told)}" />' for name, told in tags.items()]
    return "\n    ".join([*shown, '<meta name="twitter:card" content="summary_large_image" />'])


def _wanted(request: Call) -> str:
    """The first of our languages that the caller names."""
    for wish in request.headers.get("accept-language", "").lower().split(","):
        if wish.strip()[:2] in LANGUAGES:
            return wish.strip()[:2]
    return "en"
