import fc from "fast-check";
import { expect, test } from "vitest";
import type { PanelOutcome } from "@/lib/contracts/signals";
import { chooseNextFetch } from "./next-fetch";

const outcomes: Readonly<Record<string, PanelOutcome>> = {
  fresh: { key: "fresh", state: "answered", answer: { stale: null } as never },
  stale: { key: "stale", state: "answered", answer: { stale: { sinceMs: 1 } } as never },
  pending: { key: "pending", state: "pending", elapsedMs: 5 },
  failed: { key: "failed", state: "failed", problem: {} as never },
};
const outcomeOf = (panel: string): PanelOutcome | undefined => outcomes[panel];

test("requests all panels when they are due if every answer is fresh", () => {
  expect(chooseNextFetch({ requested: ["fresh"], getOutcome: outcomeOf, allDueInMs: 5_000 })).toEqual({
    panels: "all",
    delayMs: 5_000,
  });
  expect(chooseNextFetch({ requested: ["fresh"], getOutcome: outcomeOf, allDueInMs: -3 })).toEqual({
    panels: "all",
    delayMs: 0,
  });
});

test("requests pending panels first, together with failed ones", () => {
  expect(
    chooseNextFetch({ requested: ["failed", "fresh", "pending"], getOutcome: outcomeOf, allDueInMs: 5_000 }),
  ).toEqual({
    panels: ["pending", "failed"],
    delayMs: 300,
  });
});

test("requests failed and stale panels again separately, unless all are due sooner", () => {
  const requested = ["fresh", "failed", "stale"];
  expect(chooseNextFetch({ requested: requested, getOutcome: outcomeOf, allDueInMs: 5_000 })).toEqual({
    panels: ["failed", "stale"],
    delayMs: 2_000,
  });
  expect(chooseNextFetch({ requested: requested, getOutcome: outcomeOf, allDueInMs: 1_500 })).toEqual({
    panels: "all",
    delayMs: 1_500,
  });
});

test("does not repeat an invalid question", () => {
  const refused = { key: "x", state: "failed", problem: { code: "invalid-input" } as never } as const;
  expect(chooseNextFetch({ requested: ["x"], getOutcome: () => refused, allDueInMs: false })).toBeNull();
});

test("stops for a fixed window when nothing is missing", () => {
  expect(chooseNextFetch({ requested: ["fresh"], getOutcome: outcomeOf, allDueInMs: false })).toBeNull();
  expect(chooseNextFetch({ requested: ["pending"], getOutcome: outcomeOf, allDueInMs: false })).toEqual({
    panels: ["pending"],
    delayMs: 300,
  });
});

test("never requests an empty list", () => {
  const panel = fc.constantFrom("fresh", "stale", "pending", "failed", "unheard of");
  const due = fc.oneof(fc.constant<false>(false), fc.double({ min: -1e6, max: 1e6, noNaN: true }));
  fc.assert(
    fc.property(fc.array(panel), due, (requested, allDueInMs) => {
      const next = chooseNextFetch({ requested: requested, getOutcome: outcomeOf, allDueInMs });
      expect(next === null ? allDueInMs === false : next.panels.length > 0 && next.delayMs >= 0).toBe(true);
    }),
  );
});
