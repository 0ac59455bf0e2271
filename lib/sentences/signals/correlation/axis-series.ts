/** Statistics that represent a signal on one axis of a correlation, and the series of the answer that is drawn. */
import { absenceTitle } from "@/lib/format/absence";
import type { Answer, AnswerSeries } from "@/lib/model/answer";
import type { Statistic } from "@/lib/model/question";
import { signalDefinition, type SignalDefinition, type SignalId } from "@/lib/model/signals/signals";

const statistics: { readonly [Kind in SignalDefinition["kind"]]: readonly Statistic[] } = {
  distribution: ["p95", "mean"],
  counter: ["rate"],
  gauge: ["value"],
};

/** Returns the statistics to query for the signal of an axis, in order of preference. */
export function listAxisStatistics(signal: SignalId): readonly Statistic[] {
  return statistics[signalDefinition(signal).kind];
}

/**
 * Returns the series that an axis shows: the percentile, or the mean if the answer has no percentile.
 * Undefined if no series has values.
 */
export function findAxisSeries(answer: Answer): AnswerSeries | undefined {
  return answer.series.find(({ values }) => values.some((value) => value !== null));
}

/** Explains in a sentence why the signal of an axis has no values in the window. */
export function explainEmptyAxis(answer: Answer): string {
  const [first] = answer.series;
  if (first === undefined) return "Prometheus returned no series for this signal.";
  if (first.headline.kind === "absent")
    return [
      `${absenceTitle(first.headline.reason)}.`,
      first.headline.detail,
      first.headline.howToEnable ?? "",
    ]
      .filter((part) => part !== "")
      .join(" ");
  const reason = first.absence[0]?.[2];
  return reason === undefined ? "The window contains no points." : `${absenceTitle(reason)} in this window.`;
}

/** Returns a short name that is unique per statistic of a signal, such as "TTFT p95" or "requests". */
export function axisSignalName({ signal, statistic }: AnswerSeries): string {
  const { label, kind } = signalDefinition(signal);
  return kind === "distribution" ? `${label} ${statistic}` : label;
}
