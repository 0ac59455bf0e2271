/** Reads a baseline with the handler of its endpoint, and lists its numbers. */
import type { ComparedValueGroup } from "@/lib/analysis/evidence/compare-value-groups";
import type { ReadonlyDeep } from "@/lib/base/readonly-deep";
import type { EvidenceData, QuestionOf } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import { getBaseline } from "@/lib/services/baselines/get-baseline";
import type { AnswerOutcome, AnswerReadContext } from "./answer-outcome";

type Detail = ReadonlyDeep<Extract<EvidenceData, { endpoint: "baseline" }>["detail"]>;

/** Returns a captured or imported baseline with its window. A capture that is not complete is refused. */
export async function readBaselineAnswer(
  { baselineId }: QuestionOf<"baseline">,
  { principal, signal, requestId }: AnswerReadContext,
): Promise<AnswerOutcome> {
  const params = { baselineId };
  const answer = await getBaseline({ params, query: {}, body: {}, principal, signal, requestId });
  const { defaults: _defaults, uses: _uses, ...detail } = answer;
  const { window } = detail.baseline;
  if (detail.measured === null || window === null)
    return {
      kind: "failed",
      reason: "The capture of the baseline is not complete. Keep the baseline as evidence after its capture.",
    };
  return { kind: "answered", data: { endpoint: "baseline", detail }, window };
}

/** Returns the percentiles, means and rates of each signal. */
export function listBaselineComparedValues({ measured }: Detail): readonly ComparedValueGroup[] {
  if (measured === null) return [];
  return [
    ...measured.distributions.map(({ signal, mean, n, quantiles }) => ({
      name: signal,
      values: new Map([
        ["mean", mean],
        ["n", n],
        ...quantiles.map(({ quantile, value }) => [`p${quantile * 100}`, value] as const),
      ]),
    })),
    ...measured.rates.map(({ signal, perSecond }) => ({
      name: signal,
      values: new Map([["rate", perSecond]]),
    })),
    ...measured.gauges.map(({ signal, mean, max }) => ({
      name: signal,
      values: new Map([
        ["mean", mean],
        ["max", max],
      ]),
    })),
  ];
}
