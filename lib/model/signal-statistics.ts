/** Which statistics a signal can have in any engine; one that it cannot have is a mistake of who asks, not an absence. */
import { quantiles, type Question, type Statistic } from "./question";
import { signalDefinition, type SignalId } from "./signals";

const quantileNames = Object.keys(quantiles) as readonly (keyof typeof quantiles)[];

/** Those of its kind; only what lasts can be a share of the time from end to end. */
export function statisticsOf(signal: SignalId): readonly Statistic[] {
  const { kind, unit } = signalDefinition(signal);
  if (kind === "gauge") return ["value"];
  if (kind === "counter") return ["rate", "ratio-to-requests"];
  return [...quantileNames, "mean", ...(unit === "seconds" ? (["share-of-e2e"] as const) : [])];
}

/**
 * What is wrong with a question's statistics, as a sentence; null when nothing is. Signals of several kinds may be asked
 * together: each needs one of the statistics, and each statistic a signal.
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
  return `${missing} is no statistic of “${title}”, a ${kind}; it has ${statisticsOf(signal).join(", ")}.`;
}
