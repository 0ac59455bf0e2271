import fc from "fast-check";
import { expect, test } from "vitest";
import { stepIds } from "@/lib/model/investigation/step-ids";
import { collectedWindow, type InvestigationDates } from "./collected-window";

const minuteMs = 60_000;
const nowMs = Date.UTC(2026, 9, 1, 12);
const none: InvestigationDates = {
  createdAtMs: nowMs,
  startedAtMs: null,
  detectedAtMs: null,
  mitigatedAtMs: null,
  resolvedAtMs: null,
  openingWindow: null,
  deployedAtMs: null,
};
const ago = (minutes: number): number => nowMs - minutes * minuteMs;

function describeWindow(dates: Partial<InvestigationDates>, step: "reproduce" | "validate" = "reproduce") {
  const { startMs, endMs, isLive, basis } = collectedWindow(step, { ...none, ...dates }, nowMs);
  return [(nowMs - startMs) / minuteMs, (nowMs - endMs) / minuteMs, isLive, basis];
}

test("the window of the symptom begins with the earliest known date and ends with the mitigation", () => {
  expect(describeWindow({})).toEqual([
    30,
    0,
    true,
    "From 30 min before the investigation was opened to now.",
  ]);
  expect(describeWindow({ detectedAtMs: ago(50) })).toEqual([
    50,
    0,
    true,
    "From the detection of the symptom to now.",
  ]);
  expect(
    describeWindow({
      startedAtMs: ago(60),
      detectedAtMs: ago(50),
      mitigatedAtMs: ago(20),
      resolvedAtMs: ago(5),
    }),
  ).toEqual([60, 20, false, "From the start of the symptom to the mitigation."]);
});

test("the window of the page on which the investigation was opened is read until a date is known", () => {
  const openingWindow = { startMs: ago(240), endMs: ago(60) };
  const text = "the start of the window of the page from which the investigation was opened";
  expect(describeWindow({ openingWindow })).toEqual([
    240,
    60,
    false,
    expect.stringContaining("The window of the page"),
  ]);
  expect(describeWindow({ openingWindow }, "validate")).toEqual([240, 0, true, `From ${text} to now.`]);
  expect(describeWindow({ openingWindow, startedAtMs: ago(100) })).toEqual([
    100,
    0,
    true,
    "From the start of the symptom to now.",
  ]);
});

test("the steps that check the effect read the time since the fix, if a fix is known", () => {
  const dates = { startedAtMs: ago(120), mitigatedAtMs: ago(60), resolvedAtMs: ago(10) };
  expect(describeWindow(dates, "validate")).toEqual([
    60,
    10,
    false,
    "From the mitigation to the resolution.",
  ]);
  expect(describeWindow({ ...dates, deployedAtMs: ago(70), resolvedAtMs: null }, "validate")).toEqual([
    70,
    0,
    true,
    "From the deploy of the fix to now.",
  ]);
  expect(describeWindow({ startedAtMs: ago(120) }, "validate")).toEqual([
    120,
    0,
    true,
    "From the start of the symptom to now.",
  ]);
});

test("a window that is too long or too short is limited, and its basis states the limit", () => {
  expect(describeWindow({ startedAtMs: ago(1_000) })).toEqual([
    360,
    0,
    true,
    "From the start of the symptom to now. Only the newest 6 h are read.",
  ]);
  expect(describeWindow({ startedAtMs: ago(1) })).toEqual([
    5,
    0,
    true,
    "From the start of the symptom to now. The window begins earlier, because 5 min is the shortest window.",
  ]);
});

test("every window is 5 min to 6 h long and ends at the latest now", () => {
  const date = fc.option(fc.integer({ min: ago(3_000), max: nowMs + minuteMs }));
  const dates = fc.record({
    createdAtMs: fc.integer({ min: ago(3_000), max: nowMs }),
    startedAtMs: date,
    detectedAtMs: date,
    mitigatedAtMs: date,
    resolvedAtMs: date,
    openingWindow: fc.option(
      fc
        .tuple(fc.integer({ min: ago(3_000), max: nowMs }), fc.integer({ min: 1, max: 600 * minuteMs }))
        .map(([startMs, lengthMs]) => ({ startMs, endMs: startMs + lengthMs })),
    ),
    deployedAtMs: date,
  });
  fc.assert(
    fc.property(fc.constantFrom(...stepIds), dates, (step, some) => {
      const { startMs, endMs } = collectedWindow(step, some, nowMs);
      expect(endMs).toBeLessThanOrEqual(nowMs);
      expect(endMs - startMs).toBeGreaterThanOrEqual(5 * minuteMs);
      expect(endMs - startMs).toBeLessThanOrEqual(360 * minuteMs);
    }),
  );
});
