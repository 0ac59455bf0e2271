/**
 * Time of the first token, as reported by the engine's attributes or events. It is never guessed from span names:
 * without a report, a trace has no first token.
 */
import type { Span } from "@/lib/model/traces/trace";
import { readNumberAttribute } from "./attributes";

/** Attributes in seconds from the span's start, as inference engines write them. */
const secondsAttributes = [
  "gen_ai.latency.time_to_first_token",
  "gen_ai.server.time_to_first_token",
] as const;
const eventName = /^(?:gen_ai\.)?first[-_ .]?token$/i;

/**
 * Returns the time of the first token in nanoseconds since the start of the trace; null if no engine reports it. If
 * several engines report it, the engine that started first is used. If they started at the same time, the earlier token
 * is used.
 */
export function findFirstTokenNs(spans: readonly Span[]): number | null {
  let found: { readonly startNs: number; readonly atNs: number } | null = null;
  for (const span of spans) {
    const atNs = readReportedFirstTokenNs(span);
    if (atNs === null) continue;
    const isEarlier =
      found === null || span.startNs < found.startNs || (span.startNs === found.startNs && atNs < found.atNs);
    if (isEarlier) found = { startNs: span.startNs, atNs };
  }
  return found?.atNs ?? null;
}

/**
 * Returns the time of the first token that one span reports, in nanoseconds since the start of the trace; null if
 * it reports none.
 */
export function readReportedFirstTokenNs(span: Span): number | null {
  for (const name of secondsAttributes) {
    const seconds = readNumberAttribute(span, name);
    // Engines write zero for a request that never got its first token.
    if (seconds !== null && seconds > 0) return span.startNs + Math.round(seconds * 1e9);
  }
  let earliest: number | null = null;
  for (const { name, atNs } of span.events) {
    if (eventName.test(name)) earliest = Math.min(earliest ?? atNs, atNs);
  }
  return earliest;
}
