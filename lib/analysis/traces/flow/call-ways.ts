/**
 * The way there and back of each call that both sides sent: the client's span less the called one. What the request waited for on it
 * is the client's own critical time, while nothing ran below it, and never more than the way.
 */
import type { AnalysedRow } from "@/lib/analysis/traces/analyse-trace";
import type { Visit } from "./service-segments";

export interface CallWay {
  readonly ns: number;
  readonly waitedNs: number;
}

/** For each visit the way to it; null where none is told. */
export function callWays(
  rows: readonly AnalysedRow[],
  visits: readonly Visit[],
): readonly (CallWay | null)[] {
  const calls = callsByRow(visits);
  return visits.map(({ entry, caller }) => {
    const [called, client] = [rows[entry], rows[caller]];
    if (called === undefined || client?.span.kind !== "client" || calls.get(caller) !== 1) return null;
    const ns = client.span.durationNs - Math.max(0, called.span.durationNs);
    // Whom the client did not wait for tells nothing of the way there and back.
    return ns < 0 ? null : { ns, waitedNs: Math.min(ns, client.criticalNs) };
  });
}

/** A client's span around several calls is longer than each of them by the others' time too: it tells the way of none. */
function callsByRow(visits: readonly Visit[]): ReadonlyMap<number, number> {
  const calls = new Map<number, number>();
  for (const { caller } of visits) calls.set(caller, (calls.get(caller) ?? 0) + 1);
  return calls;
}
