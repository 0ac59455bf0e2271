/** Computes a what-if from the roofline of the window and the GPU table. */
import { createBaseScenario } from "@/lib/analysis/roofline/what-if/base-scenario";
import {
  findImpossibleLevers,
  toScenarioChange,
  type LeverContext,
} from "@/lib/analysis/roofline/what-if/levers";
import { computeWhatIf } from "@/lib/analysis/roofline/what-if/what-if";
import { toWhatIfResult } from "@/lib/analysis/roofline/what-if/what-if-result";
import type { ReadonlyDeep } from "@/lib/base/readonly-deep";
import type { QuestionOf } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import type { RooflinePageData } from "@/lib/contracts/roofline/roofline";
import { parseLevers, type WhatIfState } from "@/lib/model/roofline/what-if-levers";
import { describeChanges, describeImpossibleLevers } from "@/lib/sentences/roofline/what-if/lever-text";
import { missingInputsText, noCeilingText } from "@/lib/sentences/roofline/what-if/what-if-text";
import { listAcceleratorRows } from "@/lib/services/roofline/tables/describe-rows";
import { readRooflineConfig } from "@/lib/services/roofline/roofline-config";
import type { AnswerOutcome, AnswerReadContext } from "./answer-outcome";
import { readRooflineScope } from "./roofline";

/**
 * Returns the result of the levers on the roofline page of the window. Refused if the page has no scenario to start
 * from, if the deployment cannot have a value, or if the change has no known ceiling.
 */
export async function readWhatIfAnswer(
  { endpoint: _endpoint, levers, ...scope }: QuestionOf<"what-if">,
  read: AnswerReadContext,
): Promise<AnswerOutcome> {
  const { offered } = listAcceleratorRows((await readRooflineConfig()).addedEntries);
  const accelerators = offered.map(({ accelerator }) => accelerator);
  return readRooflineScope(scope, read, (page) => applyLevers(page, parseLevers(levers), accelerators));
}

function applyLevers(
  page: ReadonlyDeep<RooflinePageData>,
  state: WhatIfState,
  accelerators: LeverContext["accelerators"],
): AnswerOutcome {
  const start = createBaseScenario(page);
  if (start.kind === "missing") return fail(missingInputsText(start.inputs));
  const { scenario, measuredTimes, currency } = start.base;
  const context = { scenario, accelerators };
  const impossible = findImpossibleLevers(state, context);
  if (impossible.length > 0) return fail(describeImpossibleLevers(state, impossible, context));
  const computed = computeWhatIf(scenario, toScenarioChange(state, context), measuredTimes);
  if (computed === null) return fail(noCeilingText);
  const change = describeChanges(state, context);
  const result = toWhatIfResult(computed, scenario.accelerator);
  return {
    kind: "answered",
    data: { endpoint: "what-if", page, change, currency, result },
    window: page.window,
  };
}

function fail(reason: string): AnswerOutcome {
  return { kind: "failed", reason };
}
