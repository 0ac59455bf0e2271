import { describe, expect, test } from "vitest";
import { findArmError, findMeasureError } from "./arm-rules";
import type { ArmWindow, ExperimentArm, ExperimentArms } from "./experiment";

const hour = 3_600_000;
const at = (from: number, to: number | null): ArmWindow => ({
  startMs: from * hour,
  endMs: to === null ? null : to * hour,
});

function createArms(reference: Partial<ExperimentArm>, changed: Partial<ExperimentArm>): ExperimentArms {
  const shared = { deployment: "chat", selector: null, windows: [at(0, 1)] };
  return [
    { role: "reference", name: "A", ...shared, ...reference },
    { role: "changed", name: "B", ...shared, ...changed },
  ];
}
const instance = (value: string) => ({ selector: { label: "instance", value } });

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
    ["different labels", createArms(instance("a"), { selector: { label: "version", value: "2" } })],
  ])("that share requests are refused: %s", (_name, arms) => {
    expect(findArmError(arms)).toContain("cannot be distinguished");
  });

  test.each([
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
