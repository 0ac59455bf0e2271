/** Explains why an input of an operating point is missing: by the reason why its signal is absent. */
import type { CounterInput } from "@/lib/analysis/roofline/points/counter-sample";
import type { AbsentReading } from "@/lib/model/reading";
import { signalDefinition } from "@/lib/model/signals/signals";
import type { AbsenceEvidence } from "@/lib/semantic/absence/absence";
import type { QueryColumns } from "@/lib/semantic/evaluate/columns";
import { evaluatePlan } from "@/lib/semantic/evaluate/evaluate";
import { toReading, type ReadingWindow } from "@/lib/semantic/evaluate/readings";
import type { RooflineInputName, RooflinePlan } from "./plan-roofline";

const plannedInputOf: { readonly [Input in CounterInput]?: RooflineInputName } = {
  promptTokensPerSecond: "promptTokens",
  cachedPromptTokensPerSecond: "prefixHit",
  generatedTokensPerSecond: "outputTokens",
  firstTokensPerSecond: "ttft",
  stepsPerSecond: "batchTokens",
  itlSeconds: "itl",
  prefillSeconds: "prefillTime",
  runningRequests: "running",
  kvUsageRatio: "kvUsage",
  promptTokensMean: "promptLength",
  outputTokensMean: "outputLength",
};

/** Input of the roofline that has no value, with the reason. */
export interface MissingSignal extends Pick<AbsentReading, "reason" | "detail" | "howToEnable"> {
  readonly input: string;
  readonly title: string;
}

interface InputContext {
  readonly plan: RooflinePlan;
  readonly columns: QueryColumns;
  readonly evidence: AbsenceEvidence;
  readonly window: ReadingWindow;
}

/**
 * Returns which of `inputs` have no value, with their reasons. Inputs that no signal measures are skipped.
 */
export function listMissingSignals(
  inputs: readonly CounterInput[],
  context: InputContext,
): readonly MissingSignal[] {
  return inputs.flatMap((input) => {
    const planned = plannedInputOf[input];
    return planned === undefined ? [] : [explainMissingSignal(planned, context)];
  });
}

/** Returns why an input of the roofline has no value. */
export function explainMissingSignal(
  inputName: RooflineInputName,
  { plan, columns, evidence, window }: InputContext,
): MissingSignal {
  const signalPlan = plan[inputName];
  const reading = toReading(signalPlan, evaluatePlan(signalPlan, columns, window.windowMs), evidence, window);
  const { title } = signalDefinition(signalPlan.signal);
  // A mean without observations still has a rate of 0.
  if (reading.kind === "present")
    return { input: inputName, title, reason: "too-few-samples", detail: "Too few observations." };
  const { reason, detail, howToEnable } = reading;
  return { input: inputName, title, reason, detail, ...(howToEnable === undefined ? {} : { howToEnable }) };
}
