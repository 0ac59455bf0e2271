/** Lines about the load of both sides. */
import type { ComparisonResultEntry } from "@/lib/contracts/comparisons";
import { formatNumber, formatWithUnit } from "@/lib/format/number";

type Load = ComparisonResultEntry["load"];
type Measure = keyof Load["before"];

interface LoadLine {
  readonly measure: Measure;
  readonly title: string;
  /** Null if it is unknown. */
  readonly before: string | null;
  readonly after: string | null;
  readonly state: "equal" | "different" | "unknown";
}

const titles: Readonly<Record<Measure, string>> = {
  requestsPerInstance: "Requests per instance",
  promptTokens: "Mean prompt length",
  outputTokens: "Mean output length",
  fixedConcurrency: "Concurrent users",
};

/** Returns the measures of load that are known for at least one of the compared windows. */
export function listLoad(load: Load): readonly LoadLine[] {
  const measures: readonly Measure[] = [
    "requestsPerInstance",
    "promptTokens",
    "outputTokens",
    "fixedConcurrency",
  ];
  return measures.flatMap((measure): readonly LoadLine[] => {
    const [before, after] = [load.before[measure], load.after[measure]];
    if (before === null && after === null) return [];
    const isDifferent = load.differences.some((one) => one.measure === measure);
    return [
      {
        measure,
        title: measure === "requestsPerInstance" && load.isTotalRate ? "Requests" : titles[measure],
        before: before === null ? null : amountText(measure, before),
        after: after === null ? null : amountText(measure, after),
        state: before === null || after === null ? "unknown" : isDifferent ? "different" : "equal",
      },
    ];
  });
}

const stateTexts: Readonly<Record<LoadLine["state"], string>> = {
  equal: "equal within 20 %",
  different: "differs by more than 20 %",
  unknown: "unknown on at least one side",
};

/** Consequence of a declared load: rates follow it, so they have no better direction. */
export const declaredLoadText =
  "The load is the declared factor, so it may differ. Throughput and other rates follow the load, so they are neither better nor worse.";

/**
 * Formats the load of both windows, one line per measure: "Mean prompt length: 512 → 530 tokens, equal
 * within 20 %".
 */
export function loadLines(load: Load): readonly string[] {
  return [
    ...listLoad(load).map(
      ({ title, before, after, state }) =>
        `${title}: ${before ?? "unknown"} → ${after ?? "unknown"}, ${stateTexts[state]}`,
    ),
    ...(load.isDeclared ? [declaredLoadText] : []),
  ];
}

/** Returns whether a measure of load is equal, different or unknown, as text. */
export function describeLoadState(state: LoadLine["state"]): string {
  return stateTexts[state];
}

function amountText(measure: Measure, value: number): string {
  if (measure === "requestsPerInstance") return formatWithUnit(value, "requests-per-second", "req/s");
  return measure === "fixedConcurrency" ? formatNumber(value) : formatWithUnit(value, "tokens", "tokens");
}
