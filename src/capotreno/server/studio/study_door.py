"""REST: is a board good? Studies of boards that people draw, and boards made more even."""

from litestar import Response, get, post
from litestar.params import FromPath, FromQuery

from capotreno.server.doors.answers import Call
from capotreno.server.doors.limits import BOARD
from capotreno.server.hall.context import Context
from capotreno.server.studio.door import board_text
from capotreno.server.studio.shapes import Changeable, StudyAnswer
from capotreno.server.studio.studies import Studies

PRICE = 20  # calls that asking for a study counts as


def _answer(studies: Studies, id: str) -> Response[StudyAnswer]:
    found = studies.find(id)
    return Response(found, status_code=200 if found.found or found.even else 202)


@post(
    "/api/studio/study",
    status_code=200,
    request_max_body_size=BOARD,
    price=PRICE,
)
async def study(request: Call, players: FromQuery[int] = 0) -> Response[StudyAnswer]:
    """Have the board in the body studied: 202 while its games are played."""
    studies = Context.of(request.app).studies
    return _answer(studies, studies.begin("study", await board_text(request), players))


@post(
    "/api/studio/even",
    status_code=200,
    request_max_body_size=BOARD,
    price=PRICE,
)
async def even(
    request: Call, change: FromQuery[list[Changeable]], players: FromQuery[int] = 0
) -> Response[StudyAnswer]:
    """Have looked for what would make the board in the body more even: 202 while it is tried."""
    studies = Context.of(request.app).studies
    return _answer(studies, studies.begin("even", await board_text(request), players, change))


@get("/api/studio/studies/{study_id:str}")
async def found(request: Call, study_id: FromPath[str]) -> Response[StudyAnswer]:
    """How far a study has come, or what it found."""
    return _answer(Context.of(request.app).studies, study_id)


@post("/api/studio/studies/{study_id:str}/stop", status_code=200)
async def stop(request: Call, study_id: FromPath[str]) -> dict[str, str]:
    """End a study early: it tells what was found by then."""
    Context.of(request.app).studies.stop(study_id)
    return {"study": study_id}


HANDLERS = (study, even, found, stop)
