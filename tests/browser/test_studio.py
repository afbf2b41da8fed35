"""The studio in a real browser: a map drawn by mouse, by keys and by finger, checked and played."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from capotreno.cli import main
from tests.browser.ahead import ahead
from tests.browser.clicker import SCORES, Clicker
from tests.browser.conftest import LAPTOP, PHONE, opened
from tests.browser.test_screens import faults_of, width_of

SPOTS = ((0.2, 0.3), (0.5, 0.25), (0.8, 0.35), (0.3, 0.7), (0.7, 0.75))

#: The map is in the middle of its frame, as high as there is room.
CENTRED = """() => {
  const map = document.querySelector('[data-testid=canvas]');
  const [inner, outer] = [map, map.parentElement].map(one => one.getBoundingClientRect());
  const off = inner.left + inner.width / 2 - outer.left - outer.width / 2;
  return inner.width < inner.height && Math.abs(off) < 2 && inner.height <= outer.height + 1;
}"""


class Studio:
    """A map on the desk, in English."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def new(self) -> None:
        self.page.goto("/studio")
        self.page.get_by_role("button", name="Draw a new map").click()
        expect(self.map).to_be_visible()

    @property
    def map(self) -> Locator:
        return self.page.get_by_test_id("canvas")

    def tool(self, name: str) -> None:
        tools = self.page.get_by_role("toolbar", name="Tools")
        tools.get_by_role("button", name=name, exact=True).click()

    def tab(self, name: str) -> None:
        self.page.get_by_role("tab", name=name).click()

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Where a part of the map is on the page."""
        box = self.map.bounding_box()
        assert box
        return box["x"] + x * box["width"], box["y"] + y * box["height"]

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        self.page.mouse.move(*self.at(*start))
        self.page.mouse.down()
        self.page.mouse.move(*self.at(*end), steps=5)
        self.page.mouse.up()

    def towns(self) -> int:
        return self.page.locator("[data-place]").count()

    def routes(self) -> int:
        return self.page.locator("[data-testid=canvas] [data-route]").count()

    def exported(self, folder: Path) -> Path:
        with self.page.expect_download() as waiting:
            self.page.get_by_role("button", name="Export").locator("visible=true").click()
        target = folder / waiting.value.suggested_filename
        waiting.value.save_as(target)
        return target


@pytest.fixture
def studio(laptop: Page) -> Studio:
    found = Studio(laptop)
    found.new()
    return found


def drawn(studio: Studio) -> None:
    """Five towns, joined in a ring and across."""
    studio.tool("Town")
    for n, spot in enumerate(SPOTS):
        studio.page.mouse.click(*studio.at(*spot))
        studio.page.get_by_test_id("name").fill(f"Borgo {n}")
    studio.tool("Route")
    for a, b in ((0, 1), (1, 2), (2, 4), (4, 3), (3, 0), (1, 3)):
        studio.drag(SPOTS[a], SPOTS[b])
    expect(studio.page.locator("[data-testid=canvas] [data-route]")).to_have_count(6)


def test_a_map_is_drawn_by_mouse_undone_kept_and_exported(studio: Studio, tmp_path: Path) -> None:
    page = studio.page
    drawn(studio)
    expect(page.locator("[data-place=borgo_4]")).to_have_count(1)
    expect(page.locator("[data-name]")).to_have_count(5)  # no name hides another
    spaces = page.get_by_role("spinbutton", name="Spaces")
    before = int(spaces.input_value())
    bend = page.get_by_test_id("bend").bounding_box()
    assert bend
    page.mouse.move(bend["x"] + bend["width"] / 2, bend["y"] + bend["height"] / 2)
    page.mouse.down()
    page.mouse.move(bend["x"] - 110, bend["y"] + 40, steps=4)
    page.mouse.up()
    expect(spaces).not_to_have_value(str(before))  # a longer line has more spaces
    page.get_by_role("button", name="Blue", exact=True).or_(
        page.get_by_role("button", name="blue", exact=True)
    ).click()
    page.get_by_role("button", name="A parallel route beside it").click()
    assert studio.routes() == 7
    studio.tool("Move")
    studio.drag(SPOTS[0], (0.12, 0.45))
    studio.tool("Ticket")
    studio.drag(SPOTS[2], SPOTS[3])
    expect(page.get_by_role("spinbutton", name="Points", exact=True)).not_to_have_value("0")
    for _ in range(3):
        page.keyboard.press("Control+z")
    assert studio.routes() == 6
    for _ in range(3):
        page.keyboard.press("Control+y")
    assert studio.routes() == 7
    studio.tab("Check")
    fault = page.get_by_role("button", name="4 players are dealt 12 tickets at the opening")
    expect(fault).to_be_visible()
    fault.click()  # it leads to the tickets
    expect(page.get_by_role("tab", selected=True)).to_have_text("All")
    expect(page.locator("[data-part=tickets]")).to_be_in_viewport()
    studio.tab("Check")
    page.get_by_role("button", name="Suggest").click()
    studio.tab("Map")
    page.get_by_role("spinbutton", name="Players, up to").fill("2")
    page.get_by_role("spinbutton", name="Players, up to").press("Tab")
    studio.tab("Check")
    expect(page.get_by_text("It can be played.")).to_be_visible()
    page.wait_for_timeout(500)
    page.reload()
    expect(page.locator("[data-testid=canvas] [data-route]")).to_have_count(7)
    file = studio.exported(tmp_path)
    assert file.name == "my_map.json"
    board = json.loads(file.read_text("utf-8"))
    assert [place["name"] for place in board["places"]] == [f"Borgo {n}" for n in range(5)]
    assert board["places"][0]["x"] < 0.15
    assert main(["check-board", str(file)]) == 0


def test_a_fault_stands_at_the_thing_itself(studio: Studio) -> None:
    page = studio.page
    drawn(studio)
    studio.tab("Map")
    trains = page.get_by_role("spinbutton", name="Trains")
    trains.fill("1")
    trains.press("Tab")
    sign = page.locator('[data-sign="route borgo_0-borgo_1"]')
    expect(sign).to_have_class(re.compile("fault"))
    page.mouse.click(*studio.at(*(((a + b) / 2) for a, b in zip(SPOTS[0], SPOTS[1], strict=True))))
    expect(page.get_by_role("tabpanel")).to_contain_text("more than the one piece there is")
    studio.tab("Rules")
    flush = page.get_by_role("spinbutton", name="Wilds that sweep the row away")
    flush.fill("9")
    flush.press("Tab")
    expect(flush).to_have_attribute("aria-invalid", "true")
    flush.fill("3")
    flush.press("Tab")
    expect(flush).not_to_have_attribute("aria-invalid", "true")
    studio.tab("Map")
    trains.fill("30")
    trains.press("Tab")
    expect(sign).to_have_count(0)


def test_a_map_is_drawn_by_keys_alone(studio: Studio) -> None:
    page = studio.page

    def press(*keys: str) -> None:
        for key in keys:
            page.keyboard.press(key)

    tools = page.get_by_role("toolbar", name="Tools")
    tools.get_by_role("button", name="Town").focus()
    press("Enter")
    canvas = page.get_by_role("application", name="The map you are drawing")
    canvas.focus()
    press(*["ArrowLeft"] * 8, "Enter", *["ArrowRight"] * 14, "Enter")
    assert studio.towns() == 2
    tools.get_by_role("button", name="Route").focus()
    press("Enter")
    canvas.focus()
    press("PageUp", "Enter", "PageDown", "Enter")
    assert studio.routes() == 1
    tools.get_by_role("button", name="Move").focus()
    press("Enter")
    canvas.focus()
    place = page.locator("[data-place=town_2] circle").last
    before = place.bounding_box()
    press(" ", "ArrowDown", "ArrowDown", " ")
    after = place.bounding_box()
    assert before
    assert after
    assert after["y"] > before["y"] + 10
    press("Enter", "Delete")
    assert (studio.towns(), studio.routes()) == (1, 0)
    press("Control+z", "Control+z")
    assert (studio.towns(), studio.routes()) == (2, 1)
    assert place.bounding_box() == before


def test_a_map_is_drawn_by_finger_on_a_phone(phone: Page) -> None:
    phone.goto("/studio")
    phone.get_by_role("button", name="Disegna una mappa nuova").tap()
    studio = Studio(phone)
    expect(studio.map).to_be_visible()
    tools = phone.get_by_role("toolbar")
    tools.get_by_role("button", name="Città").tap()
    for spot in SPOTS[:3]:
        phone.touchscreen.tap(*studio.at(*spot))
    expect(phone.locator("[data-place]")).to_have_count(3)
    tools.get_by_role("button", name="Linea").tap()
    for n in (0, 1, 1, 2):
        phone.touchscreen.tap(*studio.at(*SPOTS[n]))
    expect(phone.locator("[data-testid=canvas] [data-route]")).to_have_count(2)
    phone.get_by_role("button", name="Annulla").tap()
    expect(phone.locator("[data-testid=canvas] [data-route]")).to_have_count(1)
    phone.get_by_role("tab", name="Tutto").tap()
    phone.get_by_role("tabpanel").get_by_role("button", name="Città 3").tap()
    phone.get_by_role("button", name="Togli").tap()
    expect(phone.locator("[data-place]")).to_have_count(2)
    assert width_of(phone) <= PHONE["width"]


def invented(page: Page) -> Studio:
    page.goto("/studio")
    page.get_by_role("button", name="Invent a map").click()
    for name, number in (("Towns", 8), ("Players, up to", 2), ("Number of the map", 3)):
        page.get_by_role("spinbutton", name=name).fill(str(number))
    page.get_by_role("button", name="Invent it").click()
    studio = Studio(page)
    expect(studio.map).to_be_visible()
    return studio


def test_what_one_likes_stays_and_the_rest_is_invented_again(laptop: Page) -> None:
    studio = invented(laptop)
    place = laptop.locator("[data-place]").first
    id = place.get_attribute("data-place")
    others = {one.get_attribute("data-place") for one in laptop.locator("[data-place]").all()}
    studio.tab("All")
    laptop.get_by_role("tabpanel").locator("li button").first.click()
    laptop.get_by_role("checkbox", name="Keep this").check()
    laptop.get_by_role("button", name="Invent", exact=True).click()
    expect(laptop.get_by_role("dialog")).to_contain_text("One town is kept")
    laptop.get_by_role("button", name="Invent the rest", exact=True).click()
    expect(laptop.get_by_role("dialog")).to_have_count(0)
    found = {one.get_attribute("data-place") for one in laptop.locator("[data-place]").all()}
    assert id in found
    assert len(found) == 8
    assert found != others
    studio.tab("Check")
    expect(laptop.get_by_text("It can be played.")).to_be_visible()


def test_real_coasts_are_drawn_and_plain_paper_comes_back(studio: Studio) -> None:
    page = studio.page
    studio.tab("Picture")
    page.get_by_role("combobox", name="Shape of the map").select_option("0.8")
    page.wait_for_function(CENTRED)  # a map of another shape is seen whole
    page.get_by_role("button", name="Real coasts").click()
    page.get_by_role("combobox", name="Go to").select_option("GR")
    page.get_by_role("button", name="Use this part").click()
    expect(page.locator("[data-testid=canvas] [data-role=land] path")).to_have_count(1)
    page.get_by_role("button", name="Back to plain paper").click()
    expect(page.locator("[data-testid=canvas] [data-role=land]")).to_have_count(0)


@pytest.mark.slow
def test_a_map_of_ones_own_is_played_to_its_end(laptop: Page) -> None:
    invented(laptop)
    laptop.get_by_role("button", name="Play it").click()
    laptop.get_by_role("button", name="Against bots").click()
    clicker = Clicker(laptop, seed=4)
    clicker.seated()
    clicker.open()
    ahead(clicker)
    clicker.finish()
    expect(laptop.locator(SCORES)).to_contain_text("Tickets")


@pytest.fixture(params=[LAPTOP, PHONE], ids=["laptop", "phone"])
def desk(
    request: pytest.FixtureRequest, chromium: Browser, site: str, faults: list[str]
) -> Iterator[Page]:
    with opened(chromium, site, faults, viewport=request.param) as page:
        yield page


def test_the_desk_has_no_serious_fault(desk: Page) -> None:
    studio = invented(desk)
    for tab in ("All", "Rules", "Map"):
        studio.tab(tab)
        assert width_of(desk) <= int(desk.evaluate("innerWidth"))
        assert faults_of(desk) == [], tab
    studio.tab("All")
    desk.get_by_role("tabpanel").locator("li button").nth(9).click()
    expect(desk.get_by_role("spinbutton", name="Spaces")).to_be_visible()
    assert faults_of(desk) == []


def test_a_fault_of_a_setting_stands_at_the_setting(laptop: Page, tmp_path: Path) -> None:
    board = json.loads(Path("docs/examples/island.json").read_text("utf-8"))
    board["players"] = [2, 9]
    board["decks"][0]["cards"][4]["colour"] = "red"  # a wild one
    board["supplies"].append({"kind": "sea", "count": 3})
    file = tmp_path / "wrong.json"
    file.write_text(json.dumps(board), "utf-8")
    studio, page = Studio(laptop), laptop
    page.goto("/studio")
    page.get_by_label("Import a file").set_input_files(file)
    studio.tab("Check")
    expect(page.get_by_text("A wild card has no colour")).to_be_visible()
    page.get_by_role("button", name="A wild card has no colour").click()
    expect(page.get_by_role("tab", name="Map")).to_have_attribute("aria-selected", "true")
    expect(page.locator(".fault")).not_to_have_count(0)
    near = page.locator(".fault", has_text="A wild card has no colour")
    expect(near).to_be_visible()


def test_a_map_is_studied_made_even_shared_and_played_by_others(
    laptop: Page, chromium: Browser, site: str, faults: list[str]
) -> None:
    studio, page = Studio(laptop), laptop
    page.goto("/studio")
    page.get_by_label("Import a file").set_input_files("docs/examples/island.json")
    studio.tab("Check")
    page.get_by_role("button", name="Have bots play it").click()
    expect(page.get_by_role("heading", name="Make it more even")).to_be_visible()
    expect(page.locator("[data-testid=canvas] .heat")).to_have_count(16)
    page.get_by_role("button", name="Look for better values").click()
    expect(page.get_by_text(re.compile("No (other|better) values|How far tickets"))).to_be_visible()
    take = page.get_by_role("button", name=re.compile("Take over"))
    if take.count():  # whatever was found is one step, and can be undone
        take.click()
        page.get_by_role("button", name="Undo").click()
    assert not faults_of(page)
    page.get_by_role("button", name="Play it").click()
    page.get_by_text("Share it with everybody").click()
    page.get_by_label("Your name there").fill("Anna")
    page.get_by_role("button", name="Put it into the gallery").click()
    expect(page.get_by_role("heading", name="What stands out")).to_be_visible()
    assert not faults_of(page)
    wishes = {"viewport": PHONE, "locale": "it-IT", "has_touch": True}
    with opened(chromium, site, faults, **wishes) as other:
        other.goto("/gallery")
        other.locator(".about a").first.click()
        expect(other.get_by_role("button", name="Contro i bot")).to_be_visible()
        assert width_of(other) <= PHONE["width"]
        assert not faults_of(other)
        expect(other.get_by_role("button", name="Ritirala")).to_have_count(0)
        other.get_by_role("button", name="Contro i bot").tap()
        other.wait_for_url("**/table/*")
    page.get_by_role("button", name="Take it back").click()
    page.get_by_role("button", name="Take it out for good?").click()
    page.wait_for_url("**/gallery")
