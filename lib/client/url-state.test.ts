import fc from "fast-check";
import { expect, test } from "vitest";
import { traceOrders } from "@/lib/model/traces/trace-order";
import {
  defaultWindowFrom,
  defaultWindowTo,
  linkTo,
  sortColumns,
  findInvalidParameters,
  viewParsers,
  replaceInvalidWindow,
  type ViewState,
} from "./url-state";

const nowMs = Date.UTC(2026, 10, 21, 12);

const view: fc.Arbitrary<ViewState> = fc.record({
  d: fc.option(fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,20}[a-z0-9])?$/)),
  m: fc.option(fc.string({ minLength: 1, maxLength: 40 })),
  i: fc.option(fc.string({ minLength: 1, maxLength: 40 })),
  by: fc.option(fc.constantFrom("instance", "tenant_id"), { nil: null }),
  cmp: fc.constantFrom("previous", "weekday", String(nowMs - 86_400_000), null),
  base: fc.constantFrom("off", "01900000-0000-7000-8000-000000000000", null),
  heat: fc.array(fc.constantFrom("ttft", "tpot", "prompt-length"), { maxLength: 3 }),
  from: fc.constantFrom("now-15m", "now-6h", "now-2d", String(nowMs - 7_200_000)),
  to: fc.constantFrom("now", "now-1m", String(nowMs)),
  live: fc.boolean(),
  sort: fc.constantFrom(...sortColumns),
  tab: fc.constantFrom(...traceOrders),
  clock: fc.constantFrom("raw", "corrected"),
  panel: fc.constantFrom("events" as const, "new-event" as const, null),
  x: fc.constantFrom("requests" as const, "gpu-sm-active" as const, null),
  y: fc.constantFrom("ttft" as const, null),
});

function decode(link: string): Record<string, unknown> {
  const search = new URL(link, "http://localhost").searchParams;
  return Object.fromEntries(
    Object.entries(viewParsers).map(([name, parser]) => {
      const text = search.get(name);
      const value: unknown = text === null ? null : parser.parse(text);
      return [name, value ?? ("defaultValue" in parser ? parser.defaultValue : null)];
    }),
  );
}

test("restores the view from its link", () => {
  fc.assert(
    fc.property(view, (state) => {
      expect(decode(linkTo("/signals", state))).toEqual(state);
    }),
  );
});

test("returns a valid view for any invalid link and names the ignored parameters", () => {
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.constantFrom(
          "d",
          "m",
          "i",
          "by",
          "cmp",
          "base",
          "heat",
          "from",
          "to",
          "live",
          "sort",
          "tab",
          "clock",
          "panel",
          "x",
          "y",
        ),
        fc.string(),
      ),
      (junk) => {
        const search = new URLSearchParams(junk);
        const decoded = decode(`/x?${search.toString()}`) as unknown as ViewState;
        const usable = replaceInvalidWindow(decoded, nowMs);
        expect(
          findInvalidParameters(new URL(linkTo("/x", usable), "http://localhost").searchParams, nowMs),
        ).toEqual({
          names: [],
          reasons: [],
        });
      },
    ),
  );
});

test.each([
  ["reversed", "now", "now-1h", /reversed/],
  ["in the future", "1990000000000", "1990003600000", /future/],
  ["too long", "now-1825d", "now", /longer than the maximum of 92 days/],
  ["empty", "now", "now", /empty/],
])("falls back to the default for a window that is %s, and reports the reason", (_kind, from, to, why) => {
  const { names, reasons: reasonTexts } = findInvalidParameters(new URLSearchParams({ from, to }), nowMs);
  expect(names).toEqual(["from", "to"]);
  expect(reasonTexts.join()).toMatch(why);
  const view = { ...(decode("/x") as unknown as ViewState), from, to };
  expect(replaceInvalidWindow(view, nowMs)).toMatchObject({ from: defaultWindowFrom, to: defaultWindowTo });
});

test("accepts a current time if the client clock is slightly behind", () => {
  const view = { ...(decode("/x") as unknown as ViewState), from: String(nowMs + 60_000) };
  const futureView = { ...view, to: String(nowMs + 180_000) };
  expect(replaceInvalidWindow(futureView, nowMs)).toBe(futureView);
});

test("names an invalid window once, with the reason", () => {
  const { names, reasons: reasonTexts } = findInvalidParameters(
    new URLSearchParams({ from: "yesterday" }),
    nowMs,
  );
  expect(names).toEqual(["from"]);
  expect(reasonTexts.join()).toMatch(/not a valid time expression/);
});

test.each([
  ["le", /^le is a bucket edge and cannot be used to split$/],
  ["quantile", /quantile of a summary/],
  ["__name__", /the metric name/],
])("rejects %s as a split label with a reason, and does not split", (by, why) => {
  expect(decode(`/x?by=${by}`)).toMatchObject({ by: null });
  const { names, reasons: reasonTexts } = findInvalidParameters(new URLSearchParams({ by }), nowMs);
  expect(names).toEqual(["by"]);
  expect(reasonTexts.join()).toMatch(why);
});

test("accepts true and false for live, and names any other value", () => {
  expect(findInvalidParameters(new URLSearchParams({ live: "maybe" }), nowMs).names).toEqual(["live"]);
  expect(findInvalidParameters(new URLSearchParams({ live: "false" }), nowMs).names).toEqual([]);
  expect(decode("/x?live=maybe")).toMatchObject({ live: true });
});
