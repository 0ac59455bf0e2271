import fc from "fast-check";
import { expect, test } from "vitest";
import { collectedWindow } from "./collected-window";
import { goalCheckWindow, type GoalCheckDates } from "./goal-check-window";

const minuteMs = 60_000;
const nowMs = 1_800_000_000_000;
const ago = (minutes: number): number => nowMs - minutes * minuteMs;
const dates: GoalCheckDates = {
  createdAtMs: ago(300),
  startedAtMs: ago(240),
  detectedAtMs: null,
  mitigatedAtMs: null,
  resolvedAtMs: null,
  openingWindow: null,
  deployedAtMs: null,
  fixDeployedAtMs: null,
  rolloutEndMs: null,
};

test("begins with the first full minute after the linked deploy", () => {
  expect(goalCheckWindow({ ...dates, deployedAtMs: ago(90.5), fixDeployedAtMs: ago(60) }, nowMs)).toEqual({
    startMs: ago(90),
    endMs: nowMs,
    isLive: true,
    basis: "From the deploy of the fix to now.",
  });
});

test("begins after the last event of the rollout", () => {
  const rolledOut = { ...dates, deployedAtMs: ago(90), rolloutEndMs: ago(86) };
  expect(goalCheckWindow(rolledOut, nowMs)).toMatchObject({
    startMs: ago(85),
    basis: "From the end of the deploy of the fix to now.",
  });
});

test("begins with the state “Fix deployed” if the deploy is not linked any more", () => {
  expect(goalCheckWindow({ ...dates, fixDeployedAtMs: ago(40) }, nowMs)).toMatchObject({
    startMs: ago(39),
    basis: "From the change to the state “Fix deployed” to now.",
  });
});

test("is the window of step 7 while no fix is known", () => {
  const { sinceMs: _, ...window } = collectedWindow("validate", dates, nowMs);
  expect(goalCheckWindow(dates, nowMs)).toEqual(window);
});

test("ends with the resolution, and is limited to its newest 6 h", () => {
  const resolved = { ...dates, deployedAtMs: ago(600), resolvedAtMs: ago(30) };
  expect(goalCheckWindow(resolved, nowMs)).toEqual({
    startMs: ago(390),
    endMs: ago(30),
    isLive: false,
    basis: "From the deploy of the fix to the resolution. Only the newest 6 h are read.",
  });
});

test("never contains the deploy if it is long enough for a verdict", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000 * minuteMs }), (ageMs) => {
      const { startMs, endMs } = goalCheckWindow({ ...dates, deployedAtMs: nowMs - ageMs }, nowMs);
      const lengthMs = endMs - startMs;
      expect(lengthMs >= minuteMs && (lengthMs === minuteMs || startMs > nowMs - ageMs)).toBe(true);
    }),
  );
});
