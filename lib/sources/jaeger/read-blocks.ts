/**
 * Reads the answer for one trace of the older API in blocks of some hundred spans, without looking at every byte to find where a span
 * ends: a block is text from a known beginning up to a place that looks like the end of a span, and whether it is one shows when the
 * block is parsed. JSON has one reading from the left, so what parses as a list from the beginning of one span ends at the end of
 * another. Answers that are written in another way than Jaeger's are left to whoever reads any JSON.
 */
import type { FileTraces } from "@/lib/sources/otlp/cut-spans";
import { parsed } from "@/lib/sources/otlp/spans-at";
import { jaegerSkeleton } from "./file";
import { gatherOld } from "./mapper";
import { readOldSpan } from "./wire";

/** Parsed in some tenths of a millisecond. */
const blockBytes = 65_536;
/** Places tried for one block's end. */
const maxTries = 4;

const opening = /^\{"data":\[\{"traceID":"[0-9A-Fa-f]{1,32}","spans":\[(?=\{)/;
const longestOpening = 96;
const closing = '}],"processes":{';

/** Null where the answer is not written so. Yields after each block. */
export function* tracesFromBlocks(answer: Uint8Array): Generator<void, FileTraces | null> {
  const bytes = Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength);
  const [head] = opening.exec(bytes.toString("latin1", 0, longestOpening)) ?? [];
  const last = bytes.lastIndexOf(closing);
  if (head === undefined || last < head.length) return null;
  const end = last + 1;
  const rest = parsed(`${head.slice(0, -1)}{"from":0,"to":0}${bytes.toString("utf8", end + 1)}`);
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

/** What stands between two spans: all begin with the same key. */
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
  /** Behind its last span. */
  readonly to: number;
}

function readBlock(bytes: Buffer, { from, end, nextSpan }: BlockBounds): Block | null {
  let searchFrom = from + blockBytes;
  for (let tries = 0; tries < maxTries; tries += 1) {
    const found = searchFrom < end ? bytes.indexOf(nextSpan, searchFrom) : -1;
    const to = found === -1 || found + 1 >= end ? end : found + 1;
    const spans = parsed(`[${bytes.toString("utf8", from, to)}]`);
    if (Array.isArray(spans)) return { spans, to };
    if (to === end) return null;
    searchFrom = to;
  }
  return null;
}
