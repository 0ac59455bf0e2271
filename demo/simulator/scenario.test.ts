/** The scenario exists on every date, and a past day does not change with later starts. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { computeArrivalRate, fleet } from "./fleet";
import { listDeploysUntil, currentProblem, findScenarioState } from "./scenario";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const slotMs = 600_000;
const anyStart = fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2032, 0, 1) });

const twoWeeksBefore = (endMs: number): readonly number[] =>
  Array.from({ length: (14 * dayMs) / slotMs }, (_, index) => endMs - 14 * dayMs + index * slotMs);

test("whenever the demo is first started: an incident that returned on two days, one release in mid-history, one growth, the rest healthy", () => {
  fc.assert(
    fc.property(anyStart, (startMs) => {
      const times = twoWeeksBefore(startMs);
      const states = (name: string) => times.map((atMs) => findScenarioState(name, atMs, startMs));
      const slow = states("search-30b").map(({ machineState }) => machineState.memoryBandwidthRatio < 1);
      expect(Math.abs(slow.filter(Boolean).length * slotMs - 10.5 * hourMs)).toBeLessThanOrEqual(3 * slotMs);
      const starts = times.filter((_, index) => slow[index] === true && slow[index - 1] !== true);
      expect(starts).toHaveLength(3);
      const [firstMs, ...relapseMs] = starts.map((atMs) => Math.floor(atMs / dayMs) * dayMs);
      expect(relapseMs).toEqual([firstMs! + 5 * dayMs, firstMs! + 6 * dayMs]);

      const deploys = listDeploysUntil(startMs, startMs);
      const changes = deploys.filter(({ deployment }) => deployment === "search-30b");
      // The second deploy follows the evaluation of the second worse window.
      expect(changes.map(({ kind, atMs }) => ({ kind, atMs }))).toEqual([
        { kind: "configuration", atMs: firstMs! + 13 * hourMs - 120_000 },
        { kind: "deploy", atMs: firstMs! + 15.5 * hourMs },
        { kind: "configuration", atMs: firstMs! + 5 * dayMs + 13 * hourMs - 120_000 },
        { kind: "deploy", atMs: firstMs! + 6 * dayMs + 17 * hourMs },
      ]);
      // Each incident begins within 2 min after its change, and ends with its deploy.
      const isSlow = (atMs: number): boolean =>
        findScenarioState("search-30b", atMs, startMs).machineState.memoryBandwidthRatio < 1;
      for (const { kind, atMs } of changes)
        expect([isSlow(atMs - 1), isSlow(atMs + 120_000)]).toEqual(
          kind === "configuration" ? [false, true] : [true, false],
        );
      const [deploy, ...otherReleases] = deploys.filter(({ deployment }) => deployment === "code-32b");
      expect(otherReleases).toEqual([]);
      expect(deploy).toMatchObject({ deployment: "code-32b", atMs: startMs - 7 * dayMs });
      const launch = states("code-32b").map(({ machineState }) => machineState.kernelLaunchSeconds);
      expect(launch.every((seconds, index) => seconds > 0.004 === times[index]! >= deploy!.atMs)).toBe(true);

      const findProblemStartMs = Math.floor((startMs - currentProblem.beforeStartMs) / slotMs) * slotMs;
      expect(deploys.at(-1)).toMatchObject({ deployment: "chat-70b", atMs: findProblemStartMs - 120_000 });

      const growth = states("assist-8b").map(({ loadRatio }) => loadRatio);
      expect(growth.every((ratio, index) => index === 0 || ratio > growth[index - 1]!)).toBe(true);
      expect(growth.at(-1)! / growth[0]!).toBeCloseTo(1 + 14 * 0.012, 2);
      for (const { name } of fleet.filter((plan) => ["chat-70b", "extract-14b"].includes(plan.name)))
        expect(new Set(states(name)).size).toBe(1);
    }),
    { numRuns: 25 },
  );
});

test("however long it runs, load changes in small steps and any two weeks contain an incident and a deploy", () => {
  fc.assert(
    fc.property(anyStart, fc.integer({ min: 0, max: 60 }), (startMs, days) => {
      const times = twoWeeksBefore(startMs + days * dayMs);
      const growth = times.map((atMs) => findScenarioState("assist-8b", atMs, startMs).loadRatio);
      for (const [index, ratio] of growth.entries())
        expect(Math.abs(ratio - (growth[index - 1] ?? ratio))).toBeLessThan(0.001);
      expect(
        times.some(
          (atMs) => findScenarioState("search-30b", atMs, startMs).machineState.memoryBandwidthRatio < 1,
        ),
      ).toBe(true);
      const recent = listDeploysUntil(times.at(-1)!, startMs).filter(
        ({ deployment, atMs }) => deployment !== currentProblem.deployment && atMs >= times[0]!,
      );
      expect(recent.length).toBeGreaterThanOrEqual(1);
    }),
    { numRuns: 25 },
  );
});

test("without a scenario all deployments behave normally", () => {
  for (const { name } of fleet) expect(findScenarioState(name, Date.UTC(2026, 5, 5), null).loadRatio).toBe(1);
});

test("whenever the demo is first started, the hours of the incidents have equal load on each later day", () => {
  const traffic = fleet.find(({ name }) => name === "search-30b")!.traffic;
  // A comparison accepts a load that differs by at most 20 %, and the counts of requests vary.
  const largestDifference = 0.1;
  fc.assert(
    fc.property(anyStart, (startMs) => {
      const [first] = listDeploysUntil(startMs, startMs).filter(({ title }) => title.includes("moved"));
      for (let dayMsAfter = dayMs; first!.atMs + dayMsAfter < startMs; dayMsAfter += dayMs)
        for (const beforeMs of [slotMs, 8 * slotMs, 15 * slotMs]) {
          const atMs = first!.atMs - beforeMs;
          const ratio = computeArrivalRate(traffic, atMs + dayMsAfter) / computeArrivalRate(traffic, atMs);
          expect(Math.abs(ratio - 1)).toBeLessThan(largestDifference);
        }
    }),
  );
});
