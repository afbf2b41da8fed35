"""A game as one text of C++, which is also CUDA."""

import re
from collections.abc import Iterable
from pathlib import Path

from capotreno.engine.game import Game
from capotreno.engine.view import cover, imagine
from capotreno.native import entries
from capotreno.native.program import DEPTH, Instance, Program
from capotreno.native.rests import joined
from capotreno.native.values import WORD, Bits, Const, Int, ListOf, Run, StateTerm, Term, words
from capotreno.swift.swift import LUCK, Swift

RUNTIME = Path(__file__).parent / "runtime"
HEADER = Path(__file__).parent / "capotreno.h"
DECISION = "decision.question, decision.seat, decision.subject"


def translate(game: Game) -> str:
    """The whole text of a game's library: the prelude, the game, what it exports."""
    before, after = [
        [(RUNTIME / name).read_text() for name in names]
        for names in (("prelude.hpp",), ("exports.hpp", "digest.hpp", "guess.hpp"))
    ]
    return "\n".join([HEADER.read_text(), *before, generated(game), *after])


def generated(game: Game) -> str:
    """What is written for this game alone."""
    program = Program(game)
    asked = program.decision
    code = Int(0, game.num_actions - 1)
    seat = Int(0, game.players - 1)
    looking = Int(-1, game.players - 1)  # also a spectator
    called = {
        "start": _entry(program, entries.start),
        "menu": _entry(program, entries.menu, *asked),
        "play": _entry(program, entries.play, code, *asked),
        "totals": _entry(program, entries.totals),
        "measures": _entry(program, entries.measures, seat),
        "hide": _entry(program, cover, looking),
    }
    luck = Int(0, LUCK - 1)
    swift = Swift(game)
    kept = ListOf(Bits(swift.plans.widest), swift.plans.size)
    chosen = _entry(program, entries.choose, *asked, luck, kept, on=swift)
    program.settle()
    # apart: what it hands to functions widens no type of a game that is played
    dealing = Program(game, seen=True)
    dealing.tables = program.tables
    dealt = _entry(dealing, imagine, looking)
    dealing.settle()
    body = "\n".join(
        [
            _functions(program, called.values()),
            _wrappers(program, called),
            "#if !defined(__CUDACC__) // only the CPU deals worlds and has a policy",
            _functions(program, [chosen], besides=called.values()),
            f"constexpr int LUCK = {LUCK};",
            f"using Plans = {kept.c}; // of every seat, kept from one decision to the next",
            f"static Plans no_plans() {{ Plans kept; kept.fill({kept.most}, 0); return kept; }}",
            "CAPO_FN int choose(State &s, Decision decision, int luck, Plans &kept) {",
            f"    return {chosen.name}(s, {DECISION}, luck, kept);",
            "}",
            "namespace worlds {",
            _functions(dealing, [dealt]),
            "} // namespace worlds",
            "CAPO_FN void resample(State &s, int seat, uint64_t seed) {",
            "    s.seed = scramble(seed);",
            f"    worlds::{dealt.name}(s, seat);",
            "}",
            "#endif",
        ]
    )
    return inside(program, body)


def inside(program: Program, body: str) -> str:
    """The sizes, the state and the tables that some functions need, with them in one namespace."""
    tables = [text for text in program.tables.texts if _is_used(text, body)]
    codes, state = [(RUNTIME / name).read_text() for name in ("codes.hpp", "state.hpp")]
    begin, end = "namespace game {\nusing namespace capo;\n", "} // namespace game"
    return "\n".join([begin, _sizes(program), end, codes, begin, state, *tables, body, end])


def _functions(
    program: Program, roots: Iterable[Instance], besides: Iterable[Instance] = ()
) -> str:
    """Some functions and all that they need, but for what others have brought already."""
    used = _reached(program, roots) - _reached(program, besides)
    return written([instance for instance in program.order if instance.name in used])


def written(instances: Iterable[Instance]) -> str:
    """Some functions: their heads, and they."""
    found = joined(instances)
    heads = [f"{head};" for head, _ in found]
    return "\n".join([*heads, "\n\n".join([text for _, text in found]), ""])


def _entry(
    program: Program, function: object, *kinds: Int | ListOf, on: Game | Swift | None = None
) -> Instance:
    runs: list[Term] = [Run(kind, f"a{i}", True) for i, kind in enumerate(kinds)]
    given: list[Term] = [Const(program.game if on is None else on), StateTerm(), *runs]
    return program.instance(function, None, given, None)  # type: ignore[arg-type]


def _reached(program: Program, roots: Iterable[Instance]) -> set[str]:
    by_name = {instance.name: instance for instance in program.order}
    found: set[str] = set()
    wave = [instance.name for instance in roots]
    while wave:
        name = wave.pop()
        if name not in found:
            found.add(name)
            text = by_name[name].text
            wave += [other for other in by_name[name].calls if f"{other}(" in text]
    return found


def _is_used(table: str, body: str) -> bool:
    name = table.split("[", 1)[0].rsplit(maxsplit=1)[-1]
    return re.search(rf"\b{name}\b", body) is not None


def _sizes(program: Program) -> str:
    """The constants, where each cell lies, and the state."""
    game = program.game
    place_of = []
    blank_words: list[str] = []
    blank_cells = []
    for place in program.places:
        count = Bits(place.wide).words if place.wide else 0
        for cell in range(place.first, place.end):
            at = place.place + (cell - place.first) * count
            least = max(place.kind.low, -2)
            place_of.append(f"{{{at}, {count}, {least}}}")
            value = game._blank[cell]  # noqa: SLF001 (what every game begins with)
            blank_cells.append("0" if count else str(value))
            if count:
                blank_words.append(words(value, Bits(place.wide)).strip("{}"))
    total = len(place_of) - sum(p.end - p.first for p in program.places if p.wide) + program.wide
    scored = len(game.ruleset.ranking)
    identity = game.id.replace("\\", "\\\\").replace('"', '\\"')
    together = [str(int(question.together)) for question in game.layout.questions]
    return f"""constexpr int PLAYERS = {game.players}, ACTIONS = {game.num_actions};
constexpr int CELLS = {game.layout.size}, WIDE = {max(1, program.wide)}, WORDS = {total};
constexpr int DEPTH = {DEPTH}, MEASURES = {scored}, WIDEST = {program.widest // WORD};
#define CAPO_GAME "{identity}"
CAPO_TABLE CellPlace PLACES[CELLS] = {{{", ".join(place_of)}}};
CAPO_TABLE uint8_t TOGETHER[] = {{{", ".join(together)}}};
CAPO_TABLE uint64_t BLANK_WIDE[WIDE] = {{{", ".join(blank_words) or "0"}}};
CAPO_TABLE int32_t BLANK_CELLS[CELLS] = {{{", ".join(blank_cells)}}};

"""


def _wrappers(program: Program, called: dict[str, Instance]) -> str:
    """The names of the contract, over the functions that were found for them."""
    game = program.game
    menu = called["menu"]
    listed = _listed("menu", menu, f"s, {DECISION}", "codes", game.num_actions)
    totals = _listed("totals", called["totals"], "s", "points")
    measures = _listed("measures", called["measures"], "s, seat", "counts")
    return f"""CAPO_FN void start(State &s, uint64_t seed) {{
    for (int i = 0; i < WIDE; i++) s.wide[i] = BLANK_WIDE[i];
    for (int i = 0; i < CELLS; i++) s.cells[i] = BLANK_CELLS[i];
    s.depth = 0;
    s.seed = scramble(seed);
    {called["start"].name}(s);
}}
CAPO_APART void menu(State &s, Decision decision, Codes &codes) {{
    {listed}
}}
CAPO_FN void play(State &s, int code, int place) {{
    const Decision decision = s.stack[place];
    {called["play"].name}(s, code, {DECISION});
}}
CAPO_APART void totals(State &s, int32_t *points) {{
    {totals}
    for (int i = 0; i < {game.players}; i++) points[i] = (int32_t)found[i];
}}
CAPO_APART void measures(State &s, int seat, int32_t *counts) {{
    (void)s, (void)seat, (void)counts;
    {measures}
    for (int i = 0; i < MEASURES; i++) counts[i] = (int32_t)found[i];
}}
CAPO_FN bool together(int question) {{ return TOGETHER[question] != 0; }}
CAPO_FN void hide(State &s, int seat) {{ {called["hide"].name}(s, seat); }}
"""


def _listed(name: str, instance: Instance, arguments: str, target: str, room: int = 0) -> str:
    """The call of a function that gives a sequence, into `found` or the codes."""
    result = instance.result
    if name == "menu":
        if result.kind == "list" and result.types[0].c == f"List<int32_t, {room}>":
            return f"{instance.name}({arguments}, codes);"
        if result.kind == "list":
            call = f"{instance.name}({arguments}, found);"
            return f"{result.types[0].c} found;\n    {call}\n    codes.assign(found);"
        return f"codes.assign({instance.name}({arguments}));"
    if result.kind == "list":
        return f"{result.types[0].c} found;\n    {instance.name}({arguments}, found);"
    if result.kind == "known":
        return f"const int32_t found[1] = {{0}}; (void){target}; // nothing to count"
    return f"const auto found = {instance.name}({arguments});"
