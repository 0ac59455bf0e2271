import { describe, expect, test } from "vitest";
import { findArmError, findMeasureError } from "./arm-rules";
import { findSpacingError, unequalBlocksText } from "./baseline-arm-rules";
import type { ArmBaseline, ArmWindow, ExperimentArm, ExperimentArms } from "./experiment";

const hour = 3_600_000;
const at = (from: number, to: number | null): ArmWindow => ({
  startMs: from * hour,
  endMs: to === null ? null : to * hour,
});

function createArms(reference: Partial<ExperimentArm>, changed: Partial<ExperimentArm>): ExperimentArms {
  const shared = { deployment: "chat", selector: null, windows: [at(0, 1)], baseline: null };
  return [
    { role: "reference", name: "A", ...shared, ...reference },
    { role: "changed", name: "B", ...shared, ...changed },
  ];
}
const baselineOf = (changes: Partial<ArmBaseline> = {}): Partial<ExperimentArm> => ({
  windows: [],
  baseline: {
    id: "b",
    name: "Before the fix",
    window: { startMs: 0, endMs: hour },
    blockMs: 60_000,
    blockCount: 60,
    requestCount: 600,
    ...changes,
  },
});
const instance = (value: string) => ({ selector: { label: "instance", value } });

describe("an arm that is a baseline", () => {
  test("is accepted with a later window, and refused with an overlapping one", () => {
    expect(findArmError(createArms(baselineOf(), { windows: [at(1, 2)] }))).toBeNull();
    expect(findArmError(createArms(baselineOf(), { windows: [] }))).toBeNull();
    expect(findArmError(createArms(baselineOf(), { windows: [at(0, 2)] }))).toBe(
      "A and B cannot be distinguished: they select the same instances of chat at the same time. Choose a window that does not overlap the window of the baseline, or another baseline.",
    );
    expect(findArmError(createArms(baselineOf(), baselineOf()))).toContain("cannot be distinguished");
  });

  test("needs 20 blocks, and blocks in which the other arm can be measured", () => {
    const later = { windows: [at(1, 2)] };
    expect(findArmError(createArms(baselineOf({ blockCount: 19 }), later))).toBe(
      "The baseline of A has 19 blocks, and an experiment needs at least 20 per arm. Choose a baseline with a longer window.",
    );
    expect(findArmError(createArms(baselineOf({ blockMs: 90_000 }), later))).toBe(
      "The blocks of the baseline of A are 90 s long, and Ridgepoint cannot measure the other arm in such blocks. Choose a baseline that Ridgepoint captured.",
    );
    const other = baselineOf({ blockMs: 300_000, window: { startMs: 2 * hour, endMs: 7 * hour } });
    expect(findArmError(createArms(baselineOf(), other))).toBe(
      "The blocks of the two baselines are 1 min and 5 min long, and only blocks of equal length can be compared. Choose baselines with equal blocks, or measure one arm in a window.",
    );
  });

  test("is refused if the samples of the other arm are too far apart for its blocks", () => {
    const arms = createArms(baselineOf(), { windows: [] });
    expect(findSpacingError(arms, "chat", 30_000)).toBeNull();
    expect(findSpacingError(createArms({}, {}), "chat", 60_000)).toBeNull();
    expect(findSpacingError(arms, "chat", 60_000)).toBe(
      "The blocks of the baseline are 1 min long, but the samples of chat are so far apart that its blocks must be 2 min long. Choose a baseline with blocks of 2 min, or a window instead of the baseline.",
    );
  });
});

describe("the arms of a started experiment", () => {
  test("cannot change, so another experiment or other windows are advised", () => {
    expect(unequalBlocksText("chat", { blockMs: 60_000, neededMs: 120_000, isStarted: true })).toMatch(
      / Add an experiment with a baseline whose blocks are 2 min long, or with a window instead of the baseline\.$/,
    );
    const isStarted = true;
    expect(findArmError(createArms(baselineOf(), { windows: [at(0, 2)] }), { isStarted })).toMatch(
      / Choose a window that does not overlap the window of the baseline\.$/,
    );
    expect(findArmError(createArms({}, {}), { isStarted })).toMatch(/ Choose windows that do not overlap\.$/);
  });
});

describe("arms", () => {
  test("of the same instances at the same time are refused with a sentence", () => {
    expect(findArmError(createArms({}, {}))).toBe(
      "A and B cannot be distinguished: they select the same instances of chat at the same time. Select the instances of each arm by the same label with different values, or choose windows that do not overlap.",
    );
  });

  test.each([
    ["a window without an end", createArms({ windows: [at(0, null)] }, { windows: [at(1, 2)] })],
    ["all instances and one of them", createArms({}, instance("b"))],
    ["equal selectors", createArms(instance("a"), instance("a"))],
    ["both from the start of the experiment", createArms({ windows: [] }, { windows: [] })],
    ["one without an end, and one from the start", createArms({ windows: [at(0, null)] }, { windows: [] })],
    ["different labels", createArms(instance("a"), { selector: { label: "version", value: "2" } })],
  ])("that share requests are refused: %s", (_name, arms) => {
    expect(findArmError(arms)).toContain("cannot be distinguished");
  });

  test.each([
    ["one that has ended, and one from the start", createArms({ windows: [at(0, 1)] }, { windows: [] })],
    ["windows that touch", createArms({ windows: [at(0, 1)] }, { windows: [at(1, 2)] })],
    [
      "interleaved windows",
      createArms({ windows: [at(0, 1), at(2, 3)] }, { windows: [at(1, 2), at(3, null)] }),
    ],
    ["different instances", createArms(instance("a"), instance("b"))],
    ["different deployments", createArms({}, { deployment: "chat-canary" })],
    ["an arm that has no window yet", createArms({}, { windows: [] })],
  ])("that share no request are accepted: %s", (_name, arms) => {
    expect(findArmError(arms)).toBeNull();
  });

  test.each([
    [createArms({ name: "B" }, {}), "The arms have the same name."],
    [createArms({ windows: [at(1, 1)] }, {}), "A window of A ends before it starts."],
    [
      createArms({ windows: [at(0, null), at(2, 3)] }, {}),
      "Only the last window of A may be without an end.",
    ],
    [createArms({ windows: [at(0, 2), at(1, 3)] }, {}), "Windows of A overlap"],
  ])("with invalid names or windows are refused", (arms, error) => {
    expect(findArmError(arms)).toContain(error);
  });
});

describe("measures", () => {
  const arms = createArms({}, { windows: [at(1, 2)] });
  const mean = { signal: "ttft", statistic: "mean" } as const;

  test("are means, rates and ratios", () => {
    const guards = [
      { signal: "errors", statistic: "ratio-to-requests" },
      { signal: "output-tokens", statistic: "rate" },
    ] as const;
    expect(findMeasureError({ primary: mean, guards, hasCostGuard: true }, arms)).toBeNull();
  });

  test("are no percentiles, and are not repeated", () => {
    const p95 = { signal: "ttft", statistic: "p95" } as const;
    const hasCostGuard = false;
    expect(findMeasureError({ primary: p95, guards: [], hasCostGuard }, arms)).toContain("Available: mean.");
    expect(findMeasureError({ primary: mean, guards: [mean], hasCostGuard }, arms)).toContain("listed twice");
  });

  test("of a GPU cannot be attributed to selected instances", () => {
    const primary = { signal: "gpu-sm-clock", statistic: "value" } as const;
    const selected = createArms(instance("a"), instance("b"));
    expect(findMeasureError({ primary, guards: [], hasCostGuard: false }, selected)).toContain(
      "complete deployments only",
    );
    expect(findMeasureError({ primary: mean, guards: [], hasCostGuard: true }, selected)).toContain(
      "The cost is known for complete deployments only.",
    );
  });
});
