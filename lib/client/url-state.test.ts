import fc from "fast-check";
import { expect, test } from "vitest";
import {
  defaultFrom,
  defaultTo,
  linkTo,
  sortColumns,
  unusableParameters,
  viewParsers,
  withUsableWindow,
  type ViewState,
} from "./url-state";

const nowMs = Date.UTC(2026, 10, 21, 12);

const view: fc.Arbitrary<ViewState> = fc.record({
  d: fc.option(fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,20}[a-z0-9])?$/)),
  m: fc.option(fc.string({ minLength: 1, maxLength: 40 })),
  i: fc.option(fc.string({ minLength: 1, maxLength: 40 })),
  by: fc.option(fc.constantFrom("instance", "tenant_id"), { nil: null }),
  cmp: fc.constantFrom("previous", "weekday", String(nowMs - 86_400_000), null),
  heat: fc.array(fc.constantFrom("ttft", "tpot", "prompt-length"), { maxLength: 3 }),
  from: fc.constantFrom("now-15m", "now-6h", "now-2d", String(nowMs - 7_200_000)),
  to: fc.constantFrom("now", "now-1m", String(nowMs)),
  live: fc.boolean(),
  sort: fc.constantFrom(...sortColumns),
  tab: fc.constantFrom("newest" as const, "slowest" as const),
  panel: fc.constantFrom("events" as const, null),
  x: fc.constantFrom("requests" as const, "gpu-sm-active" as const, null),
  y: fc.constantFrom("ttft" as const, null),
});

function decode(link: string): Record<string, unknown> {
  const search = new URLSearchParams(link.split("?")[1] ?? "");
  return Object.fromEntries(
    Object.entries(viewParsers).map(([name, parser]) => {
      const text = search.get(name);
      const value: unknown = text === null ? null : parser.parse(text);
      return [name, value ?? ("defaultValue" in parser ? parser.defaultValue : null)];
    }),
  );
}

test("what a link says is what it was made of", () => {
  fc.assert(
    fc.property(view, (state) => {
      expect(decode(linkTo("/signals", state))).toEqual(state);
    }),
  );
});

test("any junk gives a valid view and names what was not used", () => {
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.constantFrom("d", "m", "i", "cmp", "heat", "from", "to", "live", "sort", "tab", "panel", "x", "y"),
        fc.string(),
      ),
      (junk) => {
        const search = new URLSearchParams(junk);
        const decoded = decode(`/x?${search.toString()}`) as unknown as ViewState;
        const usable = withUsableWindow(decoded, nowMs);
        expect(
          unusableParameters(new URLSearchParams(linkTo("/x", usable).split("?")[1] ?? ""), nowMs),
        ).toEqual([]);
      },
    ),
  );
});

test("a reversed window falls back to the default and is named", () => {
  const search = new URLSearchParams({ from: "now", to: "now-1h" });
  expect(unusableParameters(search, nowMs)).toEqual(["from", "to"]);
  const reversed = { ...(decode("/x") as unknown as ViewState), from: "now", to: "now-1h" };
  expect(withUsableWindow(reversed, nowMs)).toMatchObject({ from: defaultFrom, to: defaultTo });
});

test("live is true or false; another word is named and means live", () => {
  expect(unusableParameters(new URLSearchParams({ live: "maybe" }), nowMs)).toEqual(["live"]);
  expect(unusableParameters(new URLSearchParams({ live: "false" }), nowMs)).toEqual([]);
  expect(decode("/x?live=maybe")).toMatchObject({ live: true });
});
