/** Reads a gate run with the handler of its endpoint, and lists its numbers. */
import type { ComparedValueGroup } from "@/lib/analysis/evidence/compare-value-groups";
import type { ReadonlyDeep } from "@/lib/base/readonly-deep";
import type { GateResponse } from "@/lib/contracts/gates";
import type { QuestionOf } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import type { GateEstimate } from "@/lib/model/gate/gate-result";
import { formatMeasuredValue } from "@/lib/sentences/investigations/goal-text";
import { getGate } from "@/lib/services/gates/get-gate";
import type { AnswerOutcome, AnswerReadContext } from "./answer-outcome";

/** Returns a complete gate run. A run that still waits for the end of its window is refused. */
export async function readGateAnswer(
  { gateId }: QuestionOf<"gate">,
  { principal, signal, requestId }: AnswerReadContext,
): Promise<AnswerOutcome> {
  const params = { gateId };
  const run = await getGate({ params, query: {}, body: {}, principal, signal, requestId });
  if (run.result === null)
    return {
      kind: "failed",
      reason: "The run has no verdict yet. Keep the run as evidence after its evaluation.",
    };
  return { kind: "answered", data: { endpoint: "gate", run }, window: run.gate.window };
}

/** Returns the numbers and verdict of each rule. */
export function listGateComparedValues({
  gate,
  result,
}: ReadonlyDeep<GateResponse>): readonly ComparedValueGroup[] {
  const rules = (result?.rules ?? []).map((rule) => ({ ...rule, name: formatMeasuredValue(rule) }));
  return [
    {
      name: "Verdict",
      values: new Map([
        ["the run", gate.verdict],
        ...rules.map(({ name, verdict }) => [name, verdict] as const),
      ]),
    },
    ...rules.flatMap(({ name, baseline, window }) => [
      { name, values: new Map([...listBounds("baseline", baseline), ...listBounds("window", window)]) },
      {
        name: `${name}, n`,
        values: new Map([...listCount("baseline", baseline), ...listCount("window", window)]),
      },
    ]),
  ];
}

type Estimate = ReadonlyDeep<GateEstimate> | null;

function listBounds(side: string, estimate: Estimate) {
  if (estimate === null) return [];
  const { value, lower, upper } = estimate;
  return [
    [`${side} value`, value],
    [`${side} lower bound`, lower],
    [`${side} upper bound`, upper],
  ] as const;
}

function listCount(side: string, estimate: Estimate) {
  return estimate === null ? [] : [[side, estimate.n] as const];
}
