import { afterEach, expect, test, vi } from "vitest";
import type { NewTable } from "../../src/lib/wire";

const wish: NewTable = { game: "new_york", seats: [{ kind: "person" }, { kind: "open" }] };
const made = { table: "table1", token: "a-token-of-some-length", seats: [0] };

afterEach(() => vi.unstubAllGlobals());

test("a table that was asked for and not answered is asked for again under the same key", async () => {
  const store = new Map<string, string>();
  vi.stubGlobal("localStorage", { getItem: (name: string) => store.get(name) ?? null, setItem: (name: string, value: string) => store.set(name, value) });
  vi.stubGlobal("history", { pushState: () => undefined });
  vi.stubGlobal("location", { origin: "http://here", pathname: "/", search: "", hash: "", href: "http://here/" });
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("scrollTo", () => undefined);
  const { begin } = await import("../../src/screens/start/begin");
  const keys: string[] = [];
  let answers = false;
  vi.stubGlobal("fetch", (_: string, call: { body: string }) => {
    keys.push((JSON.parse(call.body) as NewTable).key ?? "");
    return answers ? Promise.resolve(new Response(JSON.stringify(made))) : Promise.reject(new TypeError("no way"));
  });
  await expect(begin(wish)).rejects.toThrow();
  answers = true;
  await begin({ ...wish, game: "germany" });
  await begin(wish);
  await begin(wish);
  expect(keys).toHaveLength(4);
  expect(keys[0]).toHaveLength(24);
  expect(keys[2]).toBe(keys[0]); // the same wish
  expect(new Set(keys).size).toBe(3); // another wish, and the next one, are tables of their own
});
