/**
 * Separates the spans of a trace file from its other text without parsing the complete file. The remaining envelope is small, and each
 * span is parsed separately. Every array under the key "spans" is replaced by the numbers of its first and last span.
 *
 * Pure, and split into steps between which the caller may do other work.
 */

import type { Trace } from "@/lib/model/traces/trace";

/** A trace file as the text without its spans, and the positions of the spans. */
export interface SeparatedFile {
  /** The file as JSON text, with each list of spans replaced by its `SpanRange`. */
  readonly textWithoutSpans: string;
  /** Start and end of span n in bytes, at index 2n and 2n + 1. */
  readonly spanByteEdges: readonly number[];
}

/** Span numbers that replace a list of spans: from `from` up to, but not including, `to`. */
export interface SpanRange {
  readonly from: number;
  readonly to: number;
}

/** Traces of a file after all spans were read. */
export interface FileTraces {
  readonly traces: readonly Trace[];
  /** Number of spans that could not be parsed; they are dropped. */
  readonly unreadableSpanCount: number;
}

/** Reads a file in steps between which the caller may do other work. */
export type FileTracesGenerator = Generator<void, FileTraces>;

/** Reason why the spans of a file cannot be separated. */
export type SeparationError = "too-deep" | "too-many-spans" | "not-json";

/** Limits for separating the spans of a trace file. */
export interface SeparationLimits {
  readonly maxNestingDepth: number;
  readonly maxSpans: number;
  /** Maximum size of the envelope in bytes. */
  readonly maxEnvelopeBytes: number;
  /** Bytes per step. */
  readonly bytesPerStep: number;
}

/** Limits for the trace files of Ridgepoint: sizes in bytes. */
export const spanSeparationLimits: SeparationLimits = {
  maxNestingDepth: 64,
  maxSpans: 100_000,
  maxEnvelopeBytes: 16_000_000,
  bytesPerStep: 1_000_000,
};

const [quote, backslash, openBrace, closeBrace, openBracket, closeBracket, comma] = [
  0x22, 0x5c, 0x7b, 0x7d, 0x5b, 0x5d, 0x2c,
];
const key = new TextEncoder().encode('"spans"');
const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/**
 * Finds the spans, replaces each list of them by its `SpanRange`, and yields after every `bytesPerStep` bytes. Returns
 * the remaining text with the positions of the spans, or why they cannot be separated. The text may be invalid JSON.
 */
export function* separateSpans(
  bytes: Uint8Array,
  limits: SeparationLimits = spanSeparationLimits,
): Generator<void, SeparatedFile | SeparationError> {
  const decoder = new TextDecoder();
  const rest: string[] = [];
  const edges: number[] = [];
  let [at, restFrom, restBytes, depth] = [0, 0, 0, 0];
  let nextStep = limits.bytesPerStep;
  // Depth of the array whose spans are being cut out, number of the first span of this array, and start of the current
  // span. Depth and start are -1 outside of such an array.
  let [arrayDepth, firstSpan, spanFrom] = [-1, 0, -1];

  const keep = (to: number, then: string): void => {
    rest.push(decoder.decode(bytes.subarray(restFrom, to)), then);
    restBytes += to - restFrom + then.length;
  };

  while (at < bytes.length) {
    if (at >= nextStep) {
      nextStep = at + limits.bytesPerStep;
      yield;
    }
    const byte = bytes[at] ?? 0;
    if (byte === quote) {
      // A list entry that is not an object.
      if (arrayDepth === depth) return "not-json";
      const isArrayKey = arrayDepth === -1 && startsWithKey(bytes, at);
      const end = endOfText(bytes, at);
      if (end === -1) return "not-json";
      at = end;
      if (!isArrayKey) continue;
      const bracket = arrayAfter(bytes, end);
      if (bracket === -1) continue;
      keep(bracket, "");
      [arrayDepth, firstSpan, spanFrom] = [depth + 1, edges.length / 2, -1];
      at = bracket + 1;
      depth += 1;
      continue;
    }
    if (byte === openBrace || byte === openBracket) {
      if (arrayDepth === depth) spanFrom = at;
      depth += 1;
      if (depth > limits.maxNestingDepth) return "too-deep";
    } else if (byte === closeBrace || byte === closeBracket) {
      depth -= 1;
      if (arrayDepth === depth && spanFrom !== -1) {
        edges.push(spanFrom, at + 1);
        spanFrom = -1;
        if (edges.length / 2 > limits.maxSpans) return "too-many-spans";
      } else if (depth < arrayDepth) {
        rest.push(JSON.stringify({ from: firstSpan, to: edges.length / 2 } satisfies SpanRange));
        restFrom = at + 1;
        arrayDepth = -1;
      }
    } else if (arrayDepth === depth && byte !== comma && !isSpace(byte)) {
      return "not-json";
    }
    at += 1;
  }
  if (arrayDepth !== -1) return "not-json";
  keep(bytes.length, "");
  return restBytes > limits.maxEnvelopeBytes
    ? "too-many-spans"
    : { textWithoutSpans: rest.join(""), spanByteEdges: edges };
}

function startsWithKey(bytes: Uint8Array, at: number): boolean {
  return key.every((byte, index) => bytes[at + index] === byte);
}

/** Returns the position after the closing quote; -1 when it is missing. */
function endOfText(bytes: Uint8Array, from: number): number {
  for (let at = from + 1; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === backslash) at += 1;
    else if (byte === quote) return at + 1;
  }
  return -1;
}

/** Returns the position of the bracket after a colon; -1 when something else follows. */
function arrayAfter(bytes: Uint8Array, from: number): number {
  let at = from;
  while (isSpace(bytes[at] ?? 0)) at += 1;
  if (bytes[at] !== 0x3a) return -1;
  at += 1;
  while (isSpace(bytes[at] ?? 0)) at += 1;
  return bytes[at] === openBracket ? at : -1;
}
