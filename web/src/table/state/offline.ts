/** What a lost connection means for who sits here: why, and what becomes of the move. */
import { say } from "../../lib/words/language.svelte";
import type { Seat } from "../../lib/net/seat.svelte";

export function offline(seat: Pick<Seat, "sending" | "offer" | "seat" | "snapshot">): string {
  const why = say(navigator.onLine === false ? "table.offline.device" : "table.offline.server");
  const table = seat.snapshot?.table;
  let then = "away";
  if (seat.seat === null || table?.status !== "running") then = "";
  else if (seat.sending) then = "kept";
  else if (seat.offer) then = table.seconds ? "clock" : "waits";
  return [why, say("table.offline"), then && say(`table.offline.then.${then}`)].filter(Boolean).join(" ");
}
