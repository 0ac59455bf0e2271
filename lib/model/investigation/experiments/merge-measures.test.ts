import { expect, test } from "vitest";
import { editExperimentContract } from "@/lib/contracts/investigations/experiments";
import type { ExperimentMeasures } from "./experiment";
import { mergeMeasures } from "./merge-measures";

const stored: ExperimentMeasures = {
  primary: { signal: "ttft", statistic: "mean" },
  guards: [],
  marginRatio: 0.2,
  maxQualityDecrease: 0.01,
  plannedBlocks: 60,
  hasCostGuard: false,
  stopRule: "planned-blocks",
};

test("an edit of the primary measure leaves guards and rules unchanged", () => {
  const primary = { signal: "tpot", statistic: "mean" } as const;
  const edit = editExperimentContract.body.parse({ measures: { primary } });
  expect(edit).toEqual({ measures: { primary } });
  expect(mergeMeasures(stored, edit.measures ?? {})).toEqual({ ...stored, primary });
});
