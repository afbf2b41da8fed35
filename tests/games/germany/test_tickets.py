"""Tickets: drawing more of them, keeping and returning, done or not."""

import pytest

from tests.games.germany.table import Germany

SHORT = (
    "mannheim-stuttgart", "mainz-stuttgart", "berlin-leipzig",
    "hamburg-rostock", "koeln-frankfurt", "bremen-kassel",
)  # fmt: skip
LONG = ("leipzig-ulm", "berlin-koeln", "kiel-nuernberg", "berlin-schweiz")
DRAWN = (*SHORT[:2], *LONG[:2])
FOURS = {"short*4", "short*3 long*1", "short*2 long*2", "short*1 long*3", "long*4"}


def drawn() -> Germany:
    """Seat 0 has drawn two short and two long tickets, the only ones there were."""
    scene = Germany().ticket_deck(fresh=DRAWN).turn(0)
    scene.play("tickets short*2 long*2")
    return scene


@pytest.mark.rule("G-66", "G-67", "R-20")
def test_four_tickets_in_any_mix() -> None:
    scene = Germany().turn(0)
    assert scene.mixes == FOURS
    scene.play("tickets short*1 long*3")
    assert scene.see("tickets_offered")[0] == {"short": 1, "long": 3}
    assert scene.see("tickets_left") == {"short": 54, "long": 31}


@pytest.mark.rule("G-66")
def test_they_come_from_the_top_of_the_decks() -> None:
    """As long as a ticket has never been returned, it lies above those that were."""
    scene = Germany().ticket_deck(fresh=SHORT[:4], under=SHORT[4:]).turn(0)
    scene.play("tickets short*4")
    assert scene.where("offered 0") == set(SHORT[:4])


@pytest.mark.rule("G-67", "R-20")
@pytest.mark.parametrize("mix", ["short*1", "short*3", "short*1 long*1", "long*3"])
def test_fewer_than_four_cannot_be_announced(mix: str) -> None:
    scene = Germany().turn(0)
    assert scene.why(f"tickets {mix}") == ("ticket_mix", "G-67")
    assert scene.refused(f"tickets {mix}").reason.values == {"count": 4}


@pytest.mark.rule("G-67", "R-20")
def test_the_mix_is_announced_before_drawing() -> None:
    scene = Germany().turn(0)
    assert set(scene.seen(0, "tickets").values()) == {None}
    scene.play("tickets short*4")
    known = {ticket for ticket, at in scene.seen(0, "tickets").items() if at}
    assert known == scene.where("offered 0")
    assert len(known) == 4
    assert scene.why("tickets long*4")[0] == "not_asked"  # no second thoughts


@pytest.mark.rule("G-67", "G-68", "R-20")
@pytest.mark.parametrize(
    ("short", "long", "mixes"),
    [
        (6, 0, {"short*4"}),
        (0, 4, {"long*4"}),
        (3, 3, {"short*3 long*1", "short*2 long*2", "short*1 long*3"}),
        (1, 4, {"short*1 long*3", "long*4"}),
        (2, 2, {"short*2 long*2"}),
        (2, 1, {"short*2 long*1"}),
        (1, 1, {"short*1 long*1"}),
        (3, 0, {"short*3"}),
        (0, 1, {"long*1"}),
        (0, 0, set()),
    ],
)
def test_no_more_than_the_decks_hold(short: int, long: int, mixes: set[str]) -> None:
    scene = Germany().ticket_deck(fresh=(*SHORT[:short], *LONG[:long])).turn(0)
    assert scene.mixes == mixes
    for mix in FOURS - mixes:
        refusal = ("ticket_mix", "G-67") if short + long else ("no_tickets", "G-68")
        assert scene.why(f"tickets {mix}") == refusal


@pytest.mark.rule("G-68")
def test_the_last_tickets_are_drawn_and_one_of_them_kept() -> None:
    scene = Germany().ticket_deck(fresh=("berlin-leipzig", "leipzig-ulm")).turn(0)
    scene.play("tickets short*1 long*1")
    assert scene.where("offered 0") == {"berlin-leipzig", "leipzig-ulm"}
    scene.play("return berlin-leipzig")
    assert scene.why("return leipzig-ulm") == ("must_keep", "G-69")


@pytest.mark.rule("G-68")
def test_the_very_last_ticket_must_be_kept() -> None:
    scene = Germany().ticket_deck(under=("leipzig-ulm",)).turn(0)
    scene.play("tickets long*1")
    assert scene.legal == ["keep leipzig-ulm"]


@pytest.mark.rule("G-69")
@pytest.mark.parametrize("kept", [1, 2, 3, 4])
def test_one_to_four_are_kept(kept: int) -> None:
    scene = drawn().keep_only(*DRAWN[4 - kept :])
    assert scene.where("held 0") == set(DRAWN[4 - kept :])
    assert (scene.actor, scene.question) == (1, "turn")


@pytest.mark.rule("G-69")
def test_at_least_one_is_kept() -> None:
    scene = drawn()
    scene.play(*[f"return {ticket}" for ticket in DRAWN[:3]])
    assert scene.legal == [f"keep {DRAWN[3]}"]
    assert scene.why(f"return {DRAWN[3]}") == ("must_keep", "G-69")


@pytest.mark.rule("G-70", "R-21")
def test_a_refused_ticket_goes_under_its_own_deck() -> None:
    scene = drawn().keep_only("mainz-stuttgart")
    assert scene.under("short") == ["mannheim-stuttgart"]
    assert scene.under("long") == ["leipzig-ulm", "berlin-koeln"]
    assert scene.see("tickets_left") == {"short": 1, "long": 2}
    assert scene.see("tickets_fresh") == {"short": 0, "long": 0}


@pytest.mark.rule("G-70", "R-21")
def test_refused_tickets_come_out_last_and_in_the_order_they_were_put() -> None:
    scene = Germany(3).ticket_deck(fresh=SHORT).turn(0).chance(*[0] * 6)
    scene.play("tickets short*4")
    assert scene.where("offered 0") == set(SHORT[:4])
    scene.keep_only("hamburg-rostock")
    assert scene.under("short") == ["mannheim-stuttgart", "mainz-stuttgart", "berlin-leipzig"]
    scene.play("tickets short*4")  # the two never returned, then the first two from below
    assert scene.where("offered 1") == {*SHORT[4:], "mannheim-stuttgart", "mainz-stuttgart"}
    scene.keep_only("koeln-frankfurt")
    assert scene.under("short")[0] == "berlin-leipzig"
    assert set(scene.under("short")[1:]) == {
        "bremen-kassel",
        "mannheim-stuttgart",
        "mainz-stuttgart",
    }


@pytest.mark.rule("R-21")
def test_what_lies_under_a_deck_is_drawn_without_chance() -> None:
    under = ("koeln-frankfurt", "mannheim-stuttgart", "hamburg-rostock", "berlin-leipzig")
    scene = Germany().ticket_deck(under=(*under, "bremen-kassel")).turn(0).chance()
    scene.play("tickets short*4")
    assert scene.where("offered 0") == set(under)
    assert scene.under("short") == ["bremen-kassel"]


@pytest.mark.rule("G-72", "G-73", "G-83")
def test_a_path_of_own_routes_does_the_ticket() -> None:
    scene = Germany().tickets(0, "berlin-koeln")  # 14 points
    assert scene.line(0, "tickets_missed") == -14
    scene.own(0, "berlin-magdeburg", "hannover-magdeburg", "hannover-kassel/1", "dortmund-kassel")
    scene.own(0, "dortmund-duesseldorf/3")
    assert (scene.line(0, "tickets_done"), scene.line(0, "tickets_missed")) == (0, -14)
    scene.own(0, "duesseldorf-koeln/2")
    assert (scene.line(0, "tickets_done"), scene.line(0, "tickets_missed")) == (14, 0)


@pytest.mark.rule("G-72")
def test_any_path_will_do_and_it_may_have_branches() -> None:
    scene = Germany().tickets(0, "berlin-leipzig").own(0, "berlin-leipzig")
    assert scene.line(0, "tickets_done") == 4
    scene = Germany().tickets(0, "berlin-leipzig")
    scene.own(0, "berlin-dresden", "dresden-regensburg", "chemnitz-dresden", "chemnitz-leipzig")
    assert scene.line(0, "tickets_done") == 4


@pytest.mark.rule("G-72")
def test_the_routes_of_others_do_not_help() -> None:
    scene = Germany().tickets(0, "berlin-leipzig")
    scene.own(0, "berlin-magdeburg").own(1, "leipzig-magdeburg")
    assert scene.line(0, "tickets_missed") == -4


@pytest.mark.rule("G-73", "G-24")
def test_a_missed_ticket_costs_its_value() -> None:
    scene = Germany().tickets(0, "rostock-oesterreich", "berlin-leipzig").own(0, "berlin-rostock")
    assert scene.line(0, "tickets_missed") == -22 - 4
    assert scene.end().totals[0] == 15 - 26


@pytest.mark.rule("G-74")
def test_tickets_stay_secret_in_play() -> None:
    scene = drawn().keep_only("mainz-stuttgart", "leipzig-ulm")
    for other in (-1, 1):
        seen = scene.seen(other, "tickets")
        assert all(seen[ticket] is None for ticket in DRAWN)
        assert scene.seen(other, "tickets_held")[0] == {"short": 1, "long": 1}  # only how many
    assert scene.seen(0, "tickets")["leipzig-ulm"] == "held 0"
    scene.own(0, "mainz-mannheim/1", "mannheim-stuttgart/1").turn(1)  # even one that is done
    assert scene.seen(1, "tickets")["mainz-stuttgart"] is None


@pytest.mark.rule("G-75")
def test_any_number_of_tickets_may_be_held() -> None:
    scene = Germany().ticket_deck(fresh=DRAWN).turn(1)
    assert len(scene.where("held 1")) == 85
    scene.play("tickets short*2 long*2")
    scene.keep_only(*DRAWN)
    assert len(scene.where("held 1")) == 89
