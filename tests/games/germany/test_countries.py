"""Countries: every route into one is a dead end of its own."""

import pytest

from tests.games.germany.table import Germany

TO_MUENCHEN = ("karlsruhe-stuttgart", "stuttgart-ulm/1", "augsburg-ulm/1", "augsburg-muenchen/1")
HANNOVER_TO_FREIBURG = (
    "hannover-kassel/1",
    "frankfurt-kassel/1",
    "frankfurt-mannheim/1",
    "karlsruhe-mannheim",
    "freiburg-karlsruhe",
)


def done(ticket: str, *routes: str) -> bool:
    """Whether these routes do this ticket."""
    scene = Germany().tickets(0, ticket).own(0, *routes)
    won, lost = scene.line(0, "tickets_done"), scene.line(0, "tickets_missed")
    value = scene.game.board.ticket(ticket).points
    assert (won, lost) in ((value, 0), (0, -value))
    return won > 0


@pytest.mark.rule("G-76", "R-23")
@pytest.mark.parametrize(
    "last",
    [
        ("karlsruhe-frankreich",),
        ("freiburg-karlsruhe", "freiburg-frankreich"),
        ("karlsruhe-saarbruecken", "saarbruecken-frankreich"),
    ],
)
def test_a_country_is_reached_by_any_of_its_routes(last: tuple[str, ...]) -> None:
    assert not done("frankreich-muenchen", *TO_MUENCHEN, *last[:-1])
    assert done("frankreich-muenchen", *TO_MUENCHEN, *last)


@pytest.mark.rule("G-77", "R-23")
@pytest.mark.parametrize(
    ("ticket", "before", "through", "around"),
    [
        (
            "muenchen-konstanz",
            ("konstanz-lindau",),
            ("lindau-oesterreich", "muenchen-oesterreich"),
            ("lindau-muenchen",),
        ),
        (
            "bremen-duesseldorf",
            ("bremen-emden",),
            ("emden-niederlande", "duesseldorf-niederlande"),
            ("emden-muenster", "dortmund-muenster/1", "dortmund-duesseldorf/1"),
        ),
        (
            "frankfurt-lindau",
            ("frankfurt-mannheim/1", "karlsruhe-mannheim", "freiburg-karlsruhe"),
            ("freiburg-schweiz", "lindau-schweiz"),
            ("freiburg-konstanz", "konstanz-lindau"),
        ),
    ],
)
def test_no_path_runs_through_a_country(
    ticket: str, before: tuple[str, ...], through: tuple[str, ...], around: tuple[str, ...]
) -> None:
    assert not done(ticket, *before, *through)
    assert done(ticket, *before, *around)


@pytest.mark.rule("G-78", "R-23")
def test_example_freiburg_and_saarbruecken_are_not_joined_by_france() -> None:
    france = ("freiburg-frankreich", "saarbruecken-frankreich")
    assert not done("hannover-saarbruecken", *HANNOVER_TO_FREIBURG, *france)
    assert done("hannover-saarbruecken", *HANNOVER_TO_FREIBURG, "karlsruhe-saarbruecken")
    # Each of the two is joined to France all the same.
    graph = Germany().game.graph
    board = graph.board
    root = graph.roots(sum(1 << board.route(route).index for route in france))
    freiburg, saarbruecken = (graph.nodes(city) for city in ("freiburg", "saarbruecken"))
    assert graph.joined(root, (freiburg, graph.nodes("frankreich")))
    assert graph.joined(root, (saarbruecken, graph.nodes("frankreich")))
    assert not graph.joined(root, (freiburg, saarbruecken))


@pytest.mark.rule("G-76", "R-23")
def test_a_ticket_from_country_to_country() -> None:
    ends = ("kiel-daenemark", "emden-niederlande")
    assert not done("daenemark-niederlande", *ends)
    assert not done("daenemark-niederlande", *ends, "bremerhaven-emden")
    assert done("daenemark-niederlande", *ends, "bremerhaven-emden", "bremerhaven-kiel")
    # Any end of the one, any end of the other.
    assert done("daenemark-niederlande", "bremerhaven-daenemark", "bremerhaven-emden", ends[1])


@pytest.mark.rule("G-77", "R-23")
def test_country_to_country_needs_one_unbroken_path() -> None:
    """Both ends of Denmark are reached, but only the wrong one goes on to the Netherlands."""
    near = ("kiel-daenemark", "bremerhaven-daenemark", "muenster-niederlande")
    assert not done("daenemark-niederlande", *near)
    assert done("daenemark-niederlande", *near, "bremen-bremerhaven", "bremen-muenster")


@pytest.mark.rule("G-77")
def test_all_countries_are_dead_ends_and_no_city_is() -> None:
    for place in Germany().game.board.places:
        assert place.dead_end is (place.kind == "country")
