/** A seat's connection against a server of paper: what it shows, and that nothing is lost or played twice. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

class Socket {
  static readonly OPEN = 1;
  static all: Socket[] = [];
  readyState = 1;
  sent: Record<string, unknown>[] = [];
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onclose?: () => void;

  constructor(readonly url: string) {
    Socket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {
    this.readyState = 3;
    this.onclose?.();
  }
  say(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  of(type: string): Record<string, unknown>[] {
    return this.sent.filter((one) => one.type === type);
  }
}

const page = { hidden: false, addEventListener: () => undefined, removeEventListener: () => undefined };

beforeEach(() => {
  Socket.all = [];
  page.hidden = false;
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Socket);
  vi.stubGlobal("location", { origin: "http://here", pathname: "/" });
  vi.stubGlobal("document", page);
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("removeEventListener", () => undefined);
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const table = (seq: number) => ({
  table: "t", game: "g", title: { en: "G", it: "G" }, version: 1, players: 2, options: {}, pace: "free", seconds: 0, public: false,
  status: "running", deadline: null, seats: [], asked: [0], seq, result: null, rematch: null,
});
const snapshot = (seq: number, cells: unknown = { turns: seq }) => ({
  type: "snapshot", table: table(seq), seat: 0, seq, view: { cells }, asked: [], offer: null, standing: null, undo: false, chat: [], now: 1000, news: [] as unknown[], facts: { goal: 6 },
});
const update = (seq: number, changed: unknown = { turns: seq }, by = 0, events: unknown[] = []) => ({
  type: "update", seq, by, kind: "gesture", events, changed, asked: [], offer: null, standing: null, undo: true, status: "running", deadline: null, result: null, thought: by * 150,
});
const person = (seat: number, present: boolean) => ({ seat, kind: "person", name: `${seat}`, bot: "", stand_in: "", present, away: null, replaceable: null });
const took = { event: "took", seat: 1, card: "red", slot: "1" };

async function seated(first: unknown = snapshot(3)) {
  const { Seat } = await import("../../src/lib/net/seat.svelte");
  const seat = new Seat("t", "secret", 0);
  const socket = Socket.all[0]!;
  socket.onopen?.();
  socket.say(first);
  return { seat, socket };
}

describe("a spectator", () => {
  it("who is not let in is told so, and the person tries again", async () => {
    const { Seat } = await import("../../src/lib/net/seat.svelte");
    const seat = new Seat("t", undefined);
    Socket.all[0]!.onopen?.();
    Socket.all[0]!.say({ type: "error", error: "busy_spectators", text: "it is full", closing: true });
    Socket.all[0]!.close();
    expect([seat.gone, seat.busy]).toEqual(["it is full", true]);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(Socket.all).toHaveLength(1);
  });
});

describe("a seat that was seen before", () => {
  it("lies there as it lay until the server says how it stands, and nothing of then is news", async () => {
    const { Seat } = await import("../../src/lib/net/seat.svelte");
    const then = { ...snapshot(3), table: { ...table(3), seats: [person(0, true), person(1, false)] } };
    const seat = new Seat("t", "secret", 0, [0], then as never);
    expect([seat.ready, seat.connected, seat.cells.turns]).toEqual([true, false, 3]);
    Socket.all[0]!.onopen?.();
    Socket.all[0]!.say({ ...snapshot(5), table: { ...table(5), seats: [person(0, true), person(1, true)] } });
    expect(seat.cells.turns).toBe(5);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(seat.told).toEqual([]);
    seat.leave();
  });
});

describe("a seat", () => {
  it("knows what happened before it came, and tells nothing twice", async () => {
    const news = [1, 2, 3].map((seq) => ({ seq, by: 1, kind: "gesture", events: seq === 2 ? [] : [took], thought: 40 }));
    const { seat, socket } = await seated({ ...snapshot(3), news });
    expect(seat.told.map((one) => one.seq)).toEqual([1, 3]);
    socket.say(update(4, {}, 1, [took]));
    socket.say({ ...snapshot(4), news: [...news, { seq: 4, by: 1, kind: "gesture", events: [took], thought: 150 }] });
    expect(seat.told.map((one) => one.seq)).toEqual([1, 3, 4]);
    expect([seat.thought(1), seat.thought(0)]).toEqual([40 + 40 + 150, 0]);
    const waits = (seat: number, now: boolean) => ({ question: "ticket_mix", seat, about: {}, number: 0, now });
    socket.say({ ...snapshot(4), asked: [waits(1, true), waits(0, false)] });
    expect(seat.asked).toEqual([1]); // the other one's question lies below
    expect([seat.fact("goal"), seat.fact("token_price")]).toEqual([6, undefined]);
  });

  it("says hello with its token and shows the snapshot", async () => {
    const { seat, socket } = await seated();
    expect(socket.sent[0]).toEqual({ type: "hello", token: "secret", seat: 0, language: "en" });
    expect([seat.ready, seat.connected, seat.seat, seat.cells]).toEqual([true, true, 0, { turns: 3 }]);
  });

  it("lays an update over what it has: the rest stays", async () => {
    const { seat, socket } = await seated(snapshot(3, { turns: 3, row: { "1": "red" } }));
    const seen = vi.fn();
    seat.watch(seen);
    socket.say(update(4, { turns: 4 }, 1, [took]));
    expect(seat.cells).toEqual({ turns: 4, row: { "1": "red" } });
    expect(seat.snapshot?.seq).toBe(4);
    expect(seat.mayUndo).toBe(true);
    expect(seat.told.map((one) => one.seq)).toEqual([4]);
    expect(seen.mock.calls[0]?.[1]).toEqual({ turns: 3, row: { "1": "red" } });
  });

  it("is told why nothing is taken back, and nothing where something is", async () => {
    const { seat, socket } = await seated();
    const refused = seat.undo();
    socket.say({ type: "error", error: "undo_revealed", text: "something was seen", closing: false });
    expect((await refused)?.text).toBe("something was seen");
    const back = seat.undo();
    socket.say({ ...update(4), kind: "undo" });
    expect(await back).toBeNull();
    const asked = seat.undo();
    socket.say({ type: "undo_asked", seat: 0, to: 3, waiting: [1] });
    expect(await asked).toBeNull();
  });

  it("knows how the table lay before each move, and draws it so while it is shown again", async () => {
    const claimed = { event: "claimed", seat: 1, route: "a-b" };
    const news = [{ seq: 3, by: 1, kind: "gesture", events: [claimed] }];
    const { seat, socket } = await seated({ ...snapshot(3, { owned: [["c-d"], ["a-b"]], row: { "1": "red" } }), news });
    // Of what happened before it came, it knows at least the routes.
    expect(seat.before(3)).toEqual({ owned: [["c-d"], []], row: { "1": "red" } });
    socket.say(update(4, { row: { "1": "blue" } }, 1, [took]));
    expect(seat.before(4)).toEqual({ owned: [["c-d"], ["a-b"]], row: { "1": "red" } });
    expect(seat.before(5)).toEqual(seat.cells);
    seat.past = seat.before(4);
    expect([seat.lying.row, seat.cells.row]).toEqual([{ "1": "red" }, { "1": "blue" }]);
    socket.say(update(5, { row: { "1": "green" } }, 1, [took]));
    expect(seat.lying.row).toEqual({ "1": "green" }); // what happens now goes before
  });

  it("shows a move of the story again without changing anything", async () => {
    const { seat, socket } = await seated();
    socket.say(update(4, { turns: 4 }, 1, [took]));
    const seen = vi.fn();
    seat.watch(seen);
    seat.replay(seat.told[0]!);
    expect(seen).toHaveBeenCalledWith(expect.objectContaining({ seq: 4, by: 1, events: [took] }), { turns: 4 }, true);
    expect([seat.snapshot?.seq, seat.told.length]).toEqual([4, 1]);
  });

  it("forgets what it knows already and asks anew after a gap", async () => {
    const { seat, socket } = await seated();
    socket.say(update(3, { turns: 99 }));
    expect(seat.cells).toEqual({ turns: 3 });
    socket.say(update(6));
    expect(seat.snapshot?.seq).toBe(3);
    expect(socket.of("resync")).toHaveLength(1);
    socket.say(snapshot(6));
    expect(seat.cells).toEqual({ turns: 6 });
  });

  it("tells no more of what was taken back, the answers of bots neither", async () => {
    const { seat, socket } = await seated();
    socket.say(update(4, {}, 0, [took]));
    socket.say(update(5, {}, 0, [took]));
    socket.say(update(6, {}, 1, [took]));
    socket.say({ ...update(7, {}, 0), kind: "undo", to: 4 });
    expect(seat.told.map((one) => [one.seq, one.kind])).toEqual([[4, "gesture"], [7, "undo"]]);
    socket.say({ ...snapshot(9), news: [{ seq: 5, by: 0, kind: "gesture", events: [took], thought: 0, to: null }, { seq: 7, by: 0, kind: "undo", events: [], thought: 0, to: 4 }, { seq: 8, by: 0, kind: "gesture", events: [took], thought: 0, to: null }] });
    expect(seat.told.map((one) => one.seq)).toEqual([4, 7, 8]);
  });

  it("asks anew when a pong tells of a move it has not heard of, and only then", async () => {
    const { socket } = await seated();
    socket.say({ type: "pong", seq: 3, now: 1000 });
    expect(socket.of("resync")).toHaveLength(0);
    socket.say({ type: "pong", seq: 5, now: 1000 });
    expect(socket.of("resync")).toHaveLength(1);
  });

  it("goes by the server's clock and by its new deadline, also after a jump", async () => {
    const { seat, socket } = await seated();
    const now = Date.now() / 1000 + 2 * 86400;
    socket.say({ type: "seats", seats: [], spectators: 0, rematch: null, deadline: now + 60, now });
    expect(seat.skew).toBe(2 * 86400);
    expect(seat.snapshot?.table.deadline).toBe(now + 60);
  });

  it("shows the moves of others one after another, and its own at once", async () => {
    const { seat, socket } = await seated();
    seat.pace = 500;
    socket.say(update(4, { turns: 4 }, 1, [took]));
    socket.say(update(5, { turns: 5 }, 1, [{ event: "asked" }]));
    socket.say(update(6, { turns: 6 }, 1, [took]));
    expect(seat.snapshot?.seq).toBe(5); // the quiet one needs no time
    vi.advanceTimersByTime(499);
    expect(seat.snapshot?.seq).toBe(5);
    socket.say({ type: "pong", seq: 6, now: 1000 }); // it waits in the queue: nothing is missing
    expect(socket.of("resync")).toHaveLength(0);
    vi.advanceTimersByTime(2);
    expect(seat.snapshot?.seq).toBe(6);
    socket.say(update(7, { turns: 7 }, 0, [{ ...took, seat: 0 }]));
    expect(seat.snapshot?.seq).toBe(7);
  });

  it("holds back what others do while something of mine is to be seen", async () => {
    const { seat, socket } = await seated();
    seat.watch((move) => move.by === 0 && seat.hold(true));
    socket.say(update(4, { turns: 4 }, 0, [{ ...took, seat: 0 }]));
    socket.say(update(5, { turns: 5 }, 1, [took]));
    vi.advanceTimersByTime(60_000);
    expect(seat.snapshot?.seq).toBe(4);
    seat.hold(false);
    expect(seat.snapshot?.seq).toBe(5);
  });

  it("does not make a hidden page wait", async () => {
    const { seat, socket } = await seated();
    seat.pace = 500;
    page.hidden = true;
    socket.say(update(4, {}, 1, [took]));
    socket.say(update(5, {}, 1, [took]));
    expect(seat.snapshot?.seq).toBe(5);
  });
});

describe("a gesture", () => {
  it("is settled by its ack", async () => {
    const { seat, socket } = await seated();
    const done = seat.play(["draw"]);
    const sent = socket.of("gesture")[0]!;
    expect([sent.seq, sent.actions, seat.sending]).toEqual([3, ["draw"], true]);
    socket.say({ type: "ack", key: sent.key, seq: 4 });
    expect(await done).toBe(true);
    expect(seat.sending).toBe(false);
  });

  it("that is refused says why", async () => {
    const { seat, socket } = await seated();
    const done = seat.play(["take red"]);
    const reason = { key: "not_in_row", text: "no red card", rule: "NY-29", values: { card: "red" } };
    socket.say({ type: "refused", key: socket.of("gesture")[0]!.key, seq: 3, stale: false, reason });
    expect(await done).toBe(false);
    expect(seat.refusal).toEqual(reason);
  });

  it("is sent again, with the same key, on a new connection, until it is acknowledged", async () => {
    const { seat, socket } = await seated();
    const done = seat.play(["draw"]);
    const key = socket.of("gesture")[0]!.key;
    socket.close();
    expect(seat.connected).toBe(false);
    vi.advanceTimersByTime(1000);
    const second = Socket.all[1]!;
    second.onopen?.();
    expect(second.of("gesture")).toHaveLength(0); // not before the server knows who we are
    second.say(snapshot(3));
    expect(second.of("gesture").map((one) => one.key)).toEqual([key]);
    second.say({ type: "ack", key, seq: 4 });
    expect(await done).toBe(true);
    second.close();
    vi.advanceTimersByTime(1000);
    Socket.all[2]!.onopen?.();
    Socket.all[2]!.say(snapshot(4));
    expect(Socket.all[2]!.of("gesture")).toHaveLength(0);
  });
});

describe("the end of a connection", () => {
  it("is final when the token holds no seat, and a gesture under way is over", async () => {
    const { seat, socket } = await seated();
    const done = seat.play(["draw"]);
    socket.say({ type: "error", error: "token", text: "this token holds no such seat", closing: true });
    expect(await done).toBe(false);
    expect(seat.gone).toBe("this token holds no such seat");
    vi.advanceTimersByTime(60_000);
    expect(Socket.all).toHaveLength(1);
  });

  it("is not final when the server only restarts", async () => {
    const { seat, socket } = await seated();
    socket.say({ type: "error", error: "too_fast", text: "slow down", closing: true });
    socket.close();
    expect(seat.gone).toBe("");
    vi.advanceTimersByTime(20_000);
    expect(Socket.all.length).toBeGreaterThan(1);
  });

  it("asks what is almost possible once until the next move", async () => {
    const { seat, socket } = await seated({ ...snapshot(3), offer: { question: "turn" } });
    const near = [{ text: "claim a", action: {}, reason: { key: "k", text: "because", rule: "", values: {} } }];
    const [one, other] = [seat.misses(), seat.misses()];
    expect(socket.of("near")).toHaveLength(1);
    socket.say({ type: "misses", seq: 3, near });
    expect([await one, await other, seat.near]).toEqual([near, near, near]);
    expect(await seat.misses()).toEqual(near);
    expect(socket.of("near")).toHaveLength(1);
    socket.say(update(4));
    expect([seat.near, await seat.misses()]).toEqual([[], []]); // nothing is asked of this seat now
    socket.say({ ...update(5), offer: { question: "turn" } });
    const late = seat.misses();
    socket.say({ type: "misses", seq: 4, near }); // the answer to an older question
    expect(seat.near).toEqual([]);
    socket.say(update(6));
    expect(await late).toEqual([]);
    expect(socket.of("near")).toHaveLength(2);
  });

  it("answers the whys in the order they were asked", async () => {
    const { seat, socket } = await seated();
    const [one, other] = [seat.why("claim a"), seat.why("claim b")];
    const reason = { key: "k", text: "because", rule: "", values: {} };
    socket.say({ type: "because", reason });
    socket.say({ type: "because", reason: null });
    expect(await one).toEqual(reason);
    expect(await other).toBeNull();
  });
});

describe("a network that is dead without saying so", () => {
  it("is told within seconds of a gesture, and the gesture goes out on the next connection", async () => {
    const { seat, socket } = await seated();
    const done = seat.play(["draw"]);
    vi.advanceTimersByTime(3_000);
    expect([seat.connected, seat.sending]).toEqual([false, true]);
    vi.advanceTimersByTime(15_000);
    const second = Socket.all.at(-1)!;
    expect(second).not.toBe(socket);
    second.onopen?.();
    second.say(snapshot(3));
    expect(seat.connected).toBe(true);
    const [sent] = second.of("gesture");
    expect(sent?.key).toBe(socket.of("gesture")[0]!.key);
    second.say({ type: "ack", key: sent!.key, seq: 4 });
    expect(await done).toBe(true);
  });

  it("is forgiven if it was only slow", async () => {
    const { seat, socket } = await seated();
    void seat.play(["draw"]);
    vi.advanceTimersByTime(3_000);
    socket.say({ type: "ack", key: socket.of("gesture")[0]!.key, seq: 4 });
    expect([seat.connected, seat.sending, Socket.all.length]).toEqual([true, false, 1]);
  });

  it("is found by a sign of life that stays unanswered", async () => {
    const { seat, socket } = await seated();
    vi.advanceTimersByTime(1_200);
    expect(socket.of("ping")).toHaveLength(1);
    socket.say({ type: "pong", seq: 3, now: 1001 });
    expect(seat.connected).toBe(true);
    // It dies in the quietest moment, and is explained within three seconds.
    vi.advanceTimersByTime(3_000);
    expect(seat.connected).toBe(false);
  });

  it("is asked for a sign of life now and then where nobody looks", async () => {
    const { seat, socket } = await seated();
    page.hidden = true;
    vi.advanceTimersByTime(14_000);
    expect([socket.of("ping").length, seat.connected]).toEqual([0, true]);
    vi.advanceTimersByTime(2_000);
    expect(socket.of("ping")).toHaveLength(1);
  });

  it("loses no word of the talk", async () => {
    const { seat, socket } = await seated();
    socket.close();
    seat.chat("Ciao");
    vi.advanceTimersByTime(1_000);
    Socket.all[1]!.onopen?.();
    Socket.all[1]!.say(snapshot(3));
    expect(Socket.all[1]!.of("say").map((one) => one.text)).toEqual(["Ciao"]);
  });
});

describe("people", () => {
  const chair = (seat: number, more: object = {}) => ({ seat, kind: "person", name: `P${seat}`, bot: "", stand_in: "", present: true, ...more });
  const seats = (...others: object[]) => ({ type: "seats", seats: [chair(0), ...others], spectators: 0, rematch: null });
  const with_ = (...others: object[]) => ({ ...snapshot(3), table: { ...table(3), seats: [chair(0), ...others] } });
  const story = (seat: { told: { kind: string; events: { event: string; seat?: unknown }[] }[] }) =>
    seat.told.filter((one) => one.kind === "people").flatMap((one) => one.events.map((event) => `${event.event} ${String(event.seat)}`));

  it("who drop out and come back are in the story", async () => {
    const { seat, socket } = await seated(with_(chair(1)));
    socket.say(seats(chair(1, { present: false })));
    vi.advanceTimersByTime(10_000);
    expect(story(seat)).toEqual(["dropped 1"]);
    socket.say(seats(chair(1)));
    expect(story(seat)).toEqual(["dropped 1", "returned 1"]);
    socket.say(update(4, {}, 1, [took]));
    expect(seat.told.map((one) => one.kind)).toEqual(["people", "people", "gesture"]);
  });

  it("who only load the page again are not", async () => {
    const { seat, socket } = await seated(with_(chair(1)));
    socket.say(seats(chair(1, { present: false })));
    vi.advanceTimersByTime(1_000);
    socket.say(seats(chair(1)));
    vi.advanceTimersByTime(10_000);
    expect(story(seat)).toEqual([]);
  });

  it("who leave, are stood in for and play again are in the story", async () => {
    const { seat, socket } = await seated(with_(chair(1), chair(2)));
    socket.say(seats(chair(1, { kind: "bot", bot: "path" }), chair(2, { stand_in: "path" })));
    socket.say(seats(chair(1, { kind: "bot", bot: "path" }), chair(2)));
    expect(story(seat)).toEqual(["left 1", "stood_in 2", "plays_again 2"]);
  });

  it("of my own are no news", async () => {
    const { Seat } = await import("../../src/lib/net/seat.svelte");
    const seat = new Seat("t", "secret", 0, [0, 1]);
    Socket.all.at(-1)!.say(with_(chair(1, { present: false })));
    Socket.all.at(-1)!.say(seats(chair(1)));
    expect(story(seat)).toEqual([]);
  });
});
