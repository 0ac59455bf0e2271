/**
 * Reads one trace of the legacy API in blocks of a few hundred spans, without inspecting every byte for the end of a
 * span. A block ends at text that looks like the end of a span; parsing the block shows whether it is one. JSON is
 * unambiguous from the left, so a block that parses as a list ends at a span boundary. Responses in another layout
 * than Jaeger's need the general JSON reader.
 */
import type { FileTraces } from "@/lib/sources/otlp/cut-spans";
import { parseOrUndefined } from "@/lib/sources/otlp/spans-at";
import { jaegerSkeleton } from "./file";
import { gatherOld } from "./mapper";
import { readOldSpan } from "./wire";

/** Parsing one block takes a few tenths of a millisecond. */
const blockBytes = 65_536;
/** Candidate end positions to try per block. */
const maxTries = 4;

const opening = /^\{"data":\[\{"traceID":"[0-9A-Fa-f]{1,32}","spans":\[(?=\{)/;
const longestOpening = 96;
const closing = '}],"processes":{';

/** Reads the trace and yields after each block. Returns null when the response is not in Jaeger's layout. */
export function* tracesFromBlocks(answer: Uint8Array): Generator<void, FileTraces | null> {
  const bytes = Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength);
  const [head] = opening.exec(bytes.toString("latin1", 0, longestOpening)) ?? [];
  const last = bytes.lastIndexOf(closing);
  if (head === undefined || last < head.length) return null;
  const end = last + 1;
  const rest = parseOrUndefined(`${head.slice(0, -1)}{"from":0,"to":0}${bytes.toString("utf8", end + 1)}`);
  const [trace, ...otherTraces] = jaegerSkeleton([rest]) ?? [];
  if (trace === undefined || otherTraces.length > 0) return null;

  const gathered = gatherOld(trace);
  const nextSpan = separatorOf(bytes, head.length);
  let strangeSpans = 0;
  for (let from = head.length; from < end;) {
    const block = readBlock(bytes, { from, end, nextSpan });
    if (block === null) return null;
    for (const value of block.spans) {
      const span = readOldSpan(value);
      if (span === null) strangeSpans += 1;
      else gathered.add(span);
    }
    from = block.to + 1;
    yield;
  }
  const read = yield* gathered.trace();
  return { traces: read === null ? [] : [read], unreadableSpans: strangeSpans };
}

/** Returns the text between two spans. Every span starts with the same key. */
function separatorOf(bytes: Buffer, firstSpan: number): string {
  const key = bytes.indexOf('"', firstSpan + 2);
  return `},${bytes.toString("latin1", firstSpan, key + 1)}`;
}

interface BlockBounds {
  readonly from: number;
  readonly end: number;
  readonly nextSpan: string;
}

interface Block {
  readonly spans: readonly unknown[];
  /** Position after the last span. */
  readonly to: number;
}

function readBlock(bytes: Buffer, { from, end, nextSpan }: BlockBounds): Block | null {
  let searchFrom = from + blockBytes;
  for (let tries = 0; tries < maxTries; tries += 1) {
    const found = searchFrom < end ? bytes.indexOf(nextSpan, searchFrom) : -1;
    const to = found === -1 || found + 1 >= end ? end : found + 1;
    const spans = parseOrUndefined(`[${bytes.toString("utf8", from, to)}]`);
    if (Array.isArray(spans)) return { spans, to };
    if (to === end) return null;
    searchFrom = to;
  }
  return null;
}
