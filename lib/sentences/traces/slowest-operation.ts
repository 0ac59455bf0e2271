/** Sentence about the operation that requests wait for longest. */
import type { OperationRow } from "@/lib/analysis/traces/many/operations";
import type { Sentence } from "@/lib/model/sentence";
import { requestCountPart, durationPart, sharePart, textPart } from "./sentence-parts";

/**
 * Returns the sentence about the first row of the operation table. Returns null when no time passed.
 * `traces` is the number of traces behind the table.
 */
export function slowestOperationSentence(table: readonly OperationRow[], traces: number): Sentence | null {
  const [slowest] = table;
  if (slowest === undefined || slowest.criticalNs === 0) return null;
  return [
    textPart("Requests wait longest for ", true),
    { kind: "code", text: slowest.name },
    textPart(` in ${slowest.service}`, true),
    textPart(": "),
    sharePart(slowest.shareOfCriticalPath),
    textPart(" of their time, "),
    durationPart(slowest.criticalNs / traces),
    textPart(" per request (mean of "),
    requestCountPart(traces),
    textPart(")."),
  ];
}
