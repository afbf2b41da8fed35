"""The published schema is the format's own."""

from capotreno.board.schema import FILE, schema, text


def test_the_committed_schema_is_up_to_date() -> None:
    stored = FILE.read_text(encoding="utf-8")
    assert stored == text(), "run: python -m capotreno.board.schema"


def test_every_struct_is_described_and_closed() -> None:
    for struct in schema()["$defs"].values():
        assert struct["description"]
        assert struct["additionalProperties"] is False
