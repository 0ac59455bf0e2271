/** Sentence about the operation that requests wait for longest. */
import type { OperationRow } from "@/lib/analysis/traces/many/operation-table";
import type { Sentence } from "@/lib/model/sentence";
import { requestCountPart, durationPart, sharePart, textPart } from "./sentence-parts";

/**
 * Returns which operation takes most time on the critical path. Null when all operations take no time.
 * `traces` is the number of traces.
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
