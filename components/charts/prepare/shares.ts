/** Shares of a whole over time, stacked in the order of a request's phases; the part nothing explains comes last. */
import type { Answer } from "@/lib/model/answer";

export interface SharePoint {
  readonly timeMs: number;
  /** Percent by row key; missing where there was nothing to divide. */
  readonly [key: string]: number | null;
}

export interface ShareRow {
  readonly key: string;
  readonly label: string;
  /** Token of its colour. */
  readonly colour: string;
  readonly isUnexplained: boolean;
}

export interface PreparedShares {
  readonly points: readonly SharePoint[];
  readonly rows: readonly ShareRow[];
}

const colours: Readonly<Record<string, string>> = {
  "queue-time": "ph-queue",
  "prefill-time": "ph-prefill",
  "decode-time": "ph-decode",
};
const labels: Readonly<Record<string, string>> = {
  "queue-time": "queue",
  "prefill-time": "prefill",
  "decode-time": "decode",
};

export function prepareShares(answer: Answer): PreparedShares {
  const rows = answer.series.map((series): ShareRow => {
    const isUnexplained = series.role === "unexplained";
    return {
      key: isUnexplained ? "unexplained" : series.signal,
      label: isUnexplained ? "unexplained" : (labels[series.signal] ?? series.signal),
      colour: isUnexplained ? "ph-unexplained" : (colours[series.signal] ?? "id-1"),
      isUnexplained,
    };
  });
  const points = Array.from({ length: answer.pointCount }, (_, index): SharePoint => {
    const shares = rows.map((row, at) => {
      const value = answer.series[at]?.values[index] ?? null;
      return [row.key, value === null ? null : value * 100] as const;
    });
    return { timeMs: answer.startMs + index * answer.stepMs, ...Object.fromEntries(shares) };
  });
  return { points, rows };
}
