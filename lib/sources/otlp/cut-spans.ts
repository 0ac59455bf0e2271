/**
 * Takes the spans out of a file of traces without reading the file as a whole: what is left is small, and each span is read
 * by itself. Every array under the key "spans" is cut out, and in its place stand the numbers of its first and last span.
 *
 * Pure and in steps: whoever runs it may do something else between two of them.
 */

import type { Trace } from "@/lib/model/trace";

export interface CutFile {
  /** The file as JSON text, each list of spans replaced by its `SpanRange`. */
  readonly skeleton: string;
  /** Start and end of span n in the file's bytes, at 2n and 2n + 1. */
  readonly edges: readonly number[];
}

/** In the place of the spans that were cut out. */
export interface SpanRange {
  readonly from: number;
  readonly to: number;
}

/** What a file held, once its spans were read one after another. */
export interface FileTraces {
  readonly traces: readonly Trace[];
  /** Spans that could not be understood and are left out. */
  readonly unreadableSpans: number;
}

/** Reading in steps: whoever runs it may do something else between two of them. */
export type FileSteps = Generator<void, FileTraces>;

export type CutError = "too-deep" | "too-many-spans" | "not-json";

export interface CutLimits {
  readonly depth: number;
  readonly spans: number;
  /** Bytes that may be left beside the spans. */
  readonly rest: number;
  /** Bytes between two steps. */
  readonly step: number;
}

export const cutLimits: CutLimits = { depth: 64, spans: 100_000, rest: 16_000_000, step: 1_000_000 };

const [quote, backslash, openBrace, closeBrace, openBracket, closeBracket, comma] = [
  0x22, 0x5c, 0x7b, 0x7d, 0x5b, 0x5d, 0x2c,
];
const key = new TextEncoder().encode('"spans"');
const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/** Yields after every `step` bytes; returns what it cut or why it could not. Whether the parts are JSON is seen by who reads them. */
export function* cutSpans(
  bytes: Uint8Array,
  limits: CutLimits = cutLimits,
): Generator<void, CutFile | CutError> {
  const decoder = new TextDecoder();
  const rest: string[] = [];
  const edges: number[] = [];
  let [at, restFrom, restBytes, depth] = [0, 0, 0, 0];
  let nextStep = limits.step;
  // The depth of the array that is being cut, its first span, and where the present one began; -1 outside.
  let [arrayDepth, firstSpan, spanFrom] = [-1, 0, -1];

  const keep = (to: number, then: string): void => {
    rest.push(decoder.decode(bytes.subarray(restFrom, to)), then);
    restBytes += to - restFrom + then.length;
  };

  while (at < bytes.length) {
    if (at >= nextStep) {
      nextStep = at + limits.step;
      yield;
    }
    const byte = bytes[at] ?? 0;
    if (byte === quote) {
      // A span that is no object.
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
      if (depth > limits.depth) return "too-deep";
    } else if (byte === closeBrace || byte === closeBracket) {
      depth -= 1;
      if (arrayDepth === depth && spanFrom !== -1) {
        edges.push(spanFrom, at + 1);
        spanFrom = -1;
        if (edges.length / 2 > limits.spans) return "too-many-spans";
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
  return restBytes > limits.rest ? "too-many-spans" : { skeleton: rest.join(""), edges };
}

function startsWithKey(bytes: Uint8Array, at: number): boolean {
  return key.every((byte, index) => bytes[at + index] === byte);
}

/** The place after the closing quote; -1 where there is none. */
function endOfText(bytes: Uint8Array, from: number): number {
  for (let at = from + 1; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === backslash) at += 1;
    else if (byte === quote) return at + 1;
  }
  return -1;
}

/** The place of the bracket after a colon; -1 where something else follows. */
function arrayAfter(bytes: Uint8Array, from: number): number {
  let at = from;
  while (isSpace(bytes[at] ?? 0)) at += 1;
  if (bytes[at] !== 0x3a) return -1;
  at += 1;
  while (isSpace(bytes[at] ?? 0)) at += 1;
  return bytes[at] === openBracket ? at : -1;
}
