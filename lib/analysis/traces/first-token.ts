/**
 * When the first token was there, as the engine's own attributes or events tell it. Nothing is guessed from span names: a
 * trace whose engine does not tell has no first token.
 */
import type { Span } from "@/lib/model/trace";
import { numberAttribute } from "./attributes";

/** Seconds from the span's start, as inference engines write it. */
const secondsAttributes = [
  "gen_ai.latency.time_to_first_token",
  "gen_ai.server.time_to_first_token",
] as const;
const eventName = /^(?:gen_ai\.)?first[-_ .]?token$/i;

/** Nanoseconds from the trace's start; of several engines the one that began first counts, of two that began
 * together the earlier token. Null when nobody tells. */
export function firstTokenNs(spans: readonly Span[]): number | null {
  let found: { readonly startNs: number; readonly atNs: number } | null = null;
  for (const span of spans) {
    const atNs = reportedFirstTokenNs(span);
    if (atNs === null) continue;
    const isEarlier =
      found === null || span.startNs < found.startNs || (span.startNs === found.startNs && atNs < found.atNs);
    if (isEarlier) found = { startNs: span.startNs, atNs };
  }
  return found?.atNs ?? null;
}

/** The same from one span alone. */
export function reportedFirstTokenNs(span: Span): number | null {
  for (const name of secondsAttributes) {
    const seconds = numberAttribute(span, name);
    // Zero is what engines write for a request that never got its first token.
    if (seconds !== null && seconds > 0) return span.startNs + Math.round(seconds * 1e9);
  }
  let earliest: number | null = null;
  for (const { name, atNs } of span.events) {
    if (eventName.test(name)) earliest = Math.min(earliest ?? atNs, atNs);
  }
  return earliest;
}
