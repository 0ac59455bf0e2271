/**
 * The statistics that each signal supports in every engine. Requesting an unsupported one is a client error, not an
 * absent value.
 */
import { quantiles, type Question, type Statistic } from "@/lib/model/question";
import { signalDefinition, type SignalId } from "./signals";

const quantileNames = Object.keys(quantiles) as readonly (keyof typeof quantiles)[];

/** Returns the statistics for a signal's kind. Only durations can be a share of the end-to-end time. */
function statisticsOf(signal: SignalId): readonly Statistic[] {
  const { kind, unit } = signalDefinition(signal);
  if (kind === "gauge") return ["value"];
  if (kind === "counter") return ["rate", "ratio-to-requests"];
  return [...quantileNames, "mean", ...(unit === "seconds" ? (["share-of-e2e"] as const) : [])];
}

/**
 * Returns what is wrong with a question's statistics, as a sentence; null when they are valid. Signals of several
 * kinds may be combined: each needs at least one of the statistics, and each statistic needs a signal.
 */
export function statisticsError({
  signals,
  statistics,
}: Pick<Question, "signals" | "statistics">): string | null {
  const has = (signal: SignalId, statistic: Statistic): boolean => statisticsOf(signal).includes(statistic);
  const idle = statistics.find((statistic) => !signals.some((signal) => has(signal, statistic)));
  const bare = signals.find((signal) => !statistics.some((statistic) => has(signal, statistic)));
  const signal = bare ?? (idle === undefined ? undefined : signals[0]);
  if (signal === undefined) return null;
  const missing = bare === undefined ? idle : statistics[0];
  const { title, kind } = signalDefinition(signal);
  return `${missing} is not a statistic of “${title}”, which is a ${kind}. Available: ${statisticsOf(signal).join(", ")}.`;
}
