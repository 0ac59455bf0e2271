import { describe, expect, test } from "vitest";
import {
  checkApproval,
  endArms,
  findApprovalObstacle,
  findDecisionError,
  findEditError,
  findPlanError,
  startArms,
  type ApprovalFacts,
  type EditedPlan,
} from "./experiment-change";
import type { ExperimentArms } from "./experiment";

const arms: ExperimentArms = [
  {
    role: "reference",
    name: "A",
    deployment: "chat",
    selector: null,
    windows: [{ startMs: 0, endMs: 100 }],
    baseline: null,
  },
  { role: "changed", name: "B", deployment: "chat", selector: null, windows: [], baseline: null },
];
const plan: EditedPlan = {
  hypothesisId: null,
  kind: "config-change",
  factor: { path: "engine.flags.max_num_seqs", from: "256", to: "64" },
  arms,
  measures: {
    primary: { signal: "ttft", statistic: "mean" },
    guards: [],
    marginRatio: 0.1,
    maxQualityDecrease: 0,
    plannedBlocks: 60,
    hasCostGuard: false,
    stopRule: "first-verdict",
  },
};

describe("the plan", () => {
  test("needs a factor that changes", () => {
    expect(findPlanError(plan)).toBeNull();
    expect(findPlanError({ ...plan, factor: { path: "model", from: "a", to: "a" } })).toContain("are equal");
  });

  test("changes freely before the start, only in its windows while it runs, and not after the end", () => {
    const other = { ...plan, measures: { ...plan.measures, marginRatio: 0.2 } };
    const [reference, changed] = arms;
    const later: EditedPlan = {
      ...plan,
      arms: [reference, { ...changed, windows: [{ startMs: 100, endMs: null }] }],
    };
    expect(findEditError("planned", plan, other)).toBeNull();
    expect(findEditError("running", plan, other)).toContain("only windows and the rollback plan");
    expect(findEditError("running", plan, later)).toBeNull();
    expect(findEditError("ended", plan, plan)).toContain("has ended");
  });

  test("of a running experiment tests the same hypothesis, and measures each arm", () => {
    const [reference, changed] = arms;
    const running = {
      ...plan,
      arms: [reference, { ...changed, windows: [{ startMs: 100, endMs: null }] }],
    } as const;
    expect(findEditError("running", running, { ...running, hypothesisId: "h" })).toContain("only windows");
    expect(findEditError("running", running, plan)).toContain("B has no window");
    expect(findEditError("planned", running, { ...plan, hypothesisId: "h" })).toBeNull();
  });
});

describe("start and end", () => {
  test("an arm without a window begins at the start and ends at the end", () => {
    const started = startArms("planned", arms, 200);
    expect(started).toMatchObject({ ok: true, value: [{}, { windows: [{ startMs: 200, endMs: null }] }] });
    if (!started.ok) throw new Error(started.error);
    expect(endArms("running", started.value, 300)).toMatchObject({
      value: [{ windows: [{ startMs: 0, endMs: 100 }] }, { windows: [{ startMs: 200, endMs: 300 }] }],
    });
  });

  test("an arm that is a baseline gets no window", () => {
    const window = { startMs: 0, endMs: 100 };
    const baseline = { id: "b", name: null, window, blockMs: 60_000, blockCount: 60, requestCount: null };
    const [reference, changed] = arms;
    const started = startArms("planned", [{ ...reference, windows: [], baseline }, changed], 200);
    expect(started).toMatchObject({ ok: true, value: [{ windows: [], baseline }, { windows: [{}] }] });
    if (!started.ok) throw new Error(started.error);
    const running = { ...plan, arms: started.value };
    expect(findEditError("running", running, running)).toBeNull();
    const [first, second] = started.value;
    const other = { ...first, baseline: { ...baseline, id: "c" } };
    expect(findEditError("running", running, { ...running, arms: [other, second] })).toContain(
      "only windows",
    );
    expect(endArms("running", started.value, 300)).toMatchObject({ value: [{ windows: [], baseline }, {}] });
  });

  test("arms that would overlap from the start on, and other states, are refused", () => {
    const [reference, changed] = arms;
    const open: ExperimentArms = [{ ...reference, windows: [] }, changed];
    expect(startArms("planned", open, 200)).toMatchObject({
      ok: false,
      error: expect.stringContaining("cannot be distinguished") as string,
    });
    expect(startArms("running", arms, 200).ok).toBe(false);
    expect(endArms("planned", arms, 200).ok).toBe(false);
    expect(findDecisionError("running", null)).toContain("End it before the decision");
    expect(findDecisionError("ended", "adopt")).toContain("adopt already");
    expect(findDecisionError("ended", null)).toBeNull();
  });
});

describe("the approval of an adopted change", () => {
  const approval: ApprovalFacts = {
    decision: "adopt",
    isApproved: false,
    isProposer: false,
    isOnlyApprover: false,
    approverIds: [],
    callerId: "mara",
    exceptionReason: null,
  };

  test("is given by another person", () => {
    expect(checkApproval(approval)).toEqual({ ok: true, value: { isException: false } });
    expect(checkApproval({ ...approval, decision: "reject" }).ok).toBe(false);
    expect(checkApproval({ ...approval, isApproved: true }).ok).toBe(false);
  });

  test("is refused to the proposer, also with a reason, while another person can approve", () => {
    const own = { ...approval, isProposer: true, exceptionReason: "urgent" };
    expect(checkApproval(own)).toMatchObject({
      error: expect.stringContaining("cannot approve it") as string,
    });
  });

  test("is a signed exception in a team of one", () => {
    const alone = { ...approval, isProposer: true, isOnlyApprover: true };
    expect(checkApproval(alone)).toMatchObject({
      error: expect.stringContaining("Sign the exception") as string,
    });
    expect(checkApproval({ ...alone, exceptionReason: "On call alone" })).toEqual({
      ok: true,
      value: { isException: true },
    });
  });

  test("is given by named approvers only, if there are any", () => {
    expect(checkApproval({ ...approval, approverIds: ["ines"] }).ok).toBe(false);
    expect(checkApproval({ ...approval, approverIds: ["ines", "mara"] }).ok).toBe(true);
  });
});

describe("the deployment of a fix", () => {
  const at = (number: number, decision: "adopt" | "reject" | "repeat" | null, isApproved = false) => ({
    number,
    decision,
    isApproved,
  });

  test.each([
    ["no experiment", []],
    ["rejected experiments", [at(1, "reject")]],
    ["a repeated one that was replaced by a rejected one", [at(1, "repeat"), at(2, "reject")]],
    ["an approved one", [at(1, "repeat"), at(2, "adopt", true)]],
  ])("is possible with %s", (_name, experiments) => {
    expect(findApprovalObstacle(experiments)).toBeNull();
  });

  test("is refused until a change is adopted and approved", () => {
    expect(findApprovalObstacle([at(1, null), at(2, null)])).toContain("Decide on X1, X2");
    expect(findApprovalObstacle([at(1, null), at(2, "adopt")])).toContain("X2 is adopted, but not approved");
  });

  test("is refused until each adopted change is approved", () => {
    const [approved, adopted] = [at(1, "adopt", true), at(2, "adopt")];
    expect(findApprovalObstacle([approved, adopted])).toContain("The change of X2 is adopted, but not");
    expect(findApprovalObstacle([approved, at(2, "adopt", true)])).toBeNull();
    expect(findApprovalObstacle([approved, at(2, null)])).toBeNull();
  });

  test("after a repeated experiment needs another one, and then its decision only", () => {
    expect(findApprovalObstacle([at(1, "repeat")])).toContain("Add another experiment");
    expect(findApprovalObstacle([at(1, "repeat"), at(2, null)])).toContain("Decide on X2,");
    expect(findApprovalObstacle([at(1, "repeat"), at(2, "adopt")])).toContain("X2 is adopted, but not");
  });
});
