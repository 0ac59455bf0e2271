import { describe, expect, test } from "vitest";
import { addExperimentContract, type ExperimentEntry } from "@/lib/contracts/investigations/experiments";
import { z } from "@/components/shared/forms/field-schemas";
import { experimentSchema, toExperimentValues, type ExperimentValues } from "./experiment-schema";

const startMs = 1_795_000_000_000;
const stored: ExperimentEntry = {
  id: "x",
  number: 1,
  round: 1,
  hypothesis: { id: "01900000-0000-7000-8000-000000000000", number: 1 },
  kind: "canary",
  factor: { path: "engine.flags.max_num_seqs", from: "256", to: null },
  arms: [
    {
      role: "reference",
      name: "Old",
      deployment: "chat",
      selector: { label: "instance", value: "a:8000" },
      windows: [{ startMs, endMs: startMs + 3_600_000 }],
      baseline: null,
    },
    {
      role: "changed",
      name: "New",
      deployment: "chat",
      selector: { label: "instance", value: "b:8000" },
      windows: [{ startMs, endMs: null }],
      baseline: null,
    },
  ],
  measures: {
    primary: { signal: "ttft", statistic: "mean" },
    guards: [{ signal: "errors", statistic: "ratio-to-requests" }],
    marginRatio: 0.075,
    maxQualityDecrease: 0.01,
    plannedBlocks: 60,
    hasCostGuard: false,
    stopRule: "planned-blocks",
  },
  rollbackPlan: "Set the flag back.",
  rollbackHook: null,
  hookFiresOnGuard: false,
  hookFirings: [],
  scores: [],
  state: "planned",
  startedAtMs: null,
  endedAtMs: null,
  decision: null,
  approval: null,
  isProposer: true,
  author: "Mara",
  version: 1,
  createdAtMs: startMs,
};

const values = toExperimentValues(stored, "chat");
const parse = (changes: Partial<ExperimentValues>) =>
  z.safeParse(experimentSchema, { ...values, ...changes });
const listErrors = (changes: Partial<ExperimentValues>): readonly string[] =>
  parse(changes).error?.issues.map(({ path }) => path.join(".")) ?? [];

describe("the form of an experiment", () => {
  test("returns the plan that it was filled with, which the endpoint accepts", () => {
    const { kind, factor, arms, measures, rollbackPlan } = stored;
    const hypothesisId = stored.hypothesis?.id;
    const body = parse({}).data;
    expect(body).toEqual({
      kind,
      factor,
      arms: arms.map(({ baseline: _baseline, ...arm }) => ({ ...arm, baselineId: null })),
      measures,
      rollbackPlan,
      rollbackHookId: null,
      hookFiresOnGuard: false,
      hypothesisId,
    });
    expect(addExperimentContract.body.safeParse(body).success).toBe(true);
  });

  test("sends a baseline without the windows and the label that its source hides", () => {
    const id = "01900000-0000-7000-8000-000000000001";
    const reference = { ...values.arms.reference, source: "baseline", baselineId: id };
    const invalid = { ...reference, label: "0 invalid", windows: [{ start: "", end: "" }] };
    const body = parse({ arms: { ...values.arms, reference: invalid } }).data;
    expect(body?.arms[0]).toMatchObject({ baselineId: id, selector: null, windows: [] });
    expect(addExperimentContract.body.safeParse(body).success).toBe(true);
    const [first, changed] = stored.arms;
    const window = { startMs, endMs: startMs + 3_600_000 };
    const baseline = { id, name: null, window, blockMs: 60_000, blockCount: 60, requestCount: null };
    const one = { ...stored, arms: [{ ...first, windows: [], selector: null, baseline }, changed] } as const;
    expect(toExperimentValues(one, "chat").arms.reference).toMatchObject({
      source: "baseline",
      baselineId: id,
    });
  });

  test("of a new experiment needs a path and a rollback plan", () => {
    const fresh = toExperimentValues(null, "chat");
    expect(listErrors(fresh)).toEqual(["factor.path", "rollbackPlan"]);
    const factor = { path: "engine.version", from: "1", to: "2" };
    const body = parse({ ...fresh, factor, rollbackPlan: "Undo." }).data;
    expect(addExperimentContract.body.safeParse(body).success).toBe(true);
  });

  test.each<readonly [string, Partial<ExperimentValues>]>([
    [
      "measures.primary.statistic",
      { measures: { ...values.measures, primary: { signal: "ttft", statistic: "p95" } } },
    ],
    ["measures.margin", { measures: { ...values.measures, margin: "4" } }],
    ["measures.plannedBlocks", { measures: { ...values.measures, plannedBlocks: "19" } }],
    ["arms.changed.value", { arms: { ...values.arms, changed: { ...values.arms.changed, value: "" } } }],
    [
      "arms.changed.baselineId",
      { arms: { ...values.arms, changed: { ...values.arms.changed, source: "baseline" } } },
    ],
    [
      "arms.changed.deployment",
      { arms: { ...values.arms, changed: { ...values.arms.changed, deployment: "" } } },
    ],
    [
      "arms.changed.windows.0.start",
      { arms: { ...values.arms, changed: { ...values.arms.changed, windows: [{ start: "", end: "" }] } } },
    ],
  ])("shows an error at %s", (path, changes) => {
    expect(listErrors(changes)).toEqual([path]);
  });
});
