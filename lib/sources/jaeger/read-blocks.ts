/**
 * Reads a response in blocks of a few hundred spans, without inspecting every byte for the end of a span. A block ends
 * at text that looks like the end of a list item. Parsing the block shows whether it really is the end of an item. JSON
 * is unambiguous from the left, so a block that parses as a list ends at the end of an item. Responses whose layout
 * differs from Jaeger's need the general JSON reader.
 */
import { z } from "zod";
import type { FileTraces } from "@/lib/sources/otlp/separate-spans";
import { readSpanGroups, createSpanGroupsSchema } from "@/lib/sources/otlp/groups";
import { parseJsonOrUndefined } from "@/lib/sources/otlp/span-lookup";
import { parseJaegerTracesWithoutSpans } from "./file";
import { createLegacyTraceCollector } from "./mapper";
import { readLegacySpan } from "./wire";

/** Size of a block. Parsing a block takes a few tenths of a millisecond. */
const blockBytes = 65_536;
/** Maximum size of a block. A longer block, such as a single group with all spans, would delay other requests. */
const maxBlockBytes = 1_000_000;
/** Candidate end positions to try per block. */
const maxTries = 4;

const legacyOpening = /^\{"data":\[\{"traceID":"[0-9A-Fa-f]{1,32}","spans":\[(?=\{)/;
const longestLegacyOpening = 96;
const legacyClosing = '}],"processes":{';

const v3Opening = '{"result":{"resourceSpans":[{';
const v3Closing = "]}}";
const v3Groups = createSpanGroupsSchema(z.array(z.unknown()).default([]));

/** Reads the traces of a v3 response in steps. Returns null when the response is not in Jaeger's layout. */
export function* readV3TracesInBlocks(body: Uint8Array): Generator<void, FileTraces | null> {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const [start, end] = [v3Opening.length - 1, bytes.lastIndexOf(v3Closing)];
  if (end < start || bytes.toString("latin1", 0, v3Opening.length) !== v3Opening) return null;
  let isComplete = bytes.toString("latin1", end).trimEnd() === v3Closing;
  function* groups() {
    for (const items of blocks(bytes, start, end)) {
      const group = v3Groups.safeParse(items);
      if (!group.success) return void (isComplete = false);
      yield* group.data;
    }
  }
  const read = yield* readSpanGroups(groups(), (spans) => spans);
  return isComplete ? read : null;
}

/**
 * Reads one trace of the legacy API and yields after each block. Returns null when the response is not in Jaeger's
 * layout.
 */
export function* readLegacyTracesInBlocks(body: Uint8Array): Generator<void, FileTraces | null> {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const [head] = legacyOpening.exec(bytes.toString("latin1", 0, longestLegacyOpening)) ?? [];
  const last = bytes.lastIndexOf(legacyClosing);
  if (head === undefined || last < head.length) return null;
  const end = last + 1;
  const rest = parseJsonOrUndefined(
    `${head.slice(0, -1)}{"from":0,"to":0}${bytes.toString("utf8", end + 1)}`,
  );
  const [trace, ...otherTraces] = parseJaegerTracesWithoutSpans([rest]) ?? [];
  if (trace === undefined || otherTraces.length > 0) return null;

  const gathered = createLegacyTraceCollector(trace);
  let unreadableSpans = 0;
  for (const items of blocks(bytes, head.length, end)) {
    if (items === null) return null;
    for (const value of items) {
      const span = readLegacySpan(value);
      if (span === null) unreadableSpans += 1;
      else gathered.add(span);
    }
    yield;
  }
  const read = yield* gathered.trace();
  return { traces: read === null ? [] : [read], unreadableSpanCount: unreadableSpans };
}

/** Parses the list items between `start` and `end` block by block. Yields null and ends at a block that is not a list. */
function* blocks(bytes: Buffer, start: number, end: number): Generator<readonly unknown[] | null> {
  const nextItem = separatorOf(bytes, start);
  for (let from = start; from < end;) {
    const block = readBlock(bytes, { from, end, nextItem });
    yield block?.items ?? null;
    if (block === null) return;
    from = block.to + 1;
  }
}

/** Returns the text between two items. Every item starts with the same key. */
function separatorOf(bytes: Buffer, firstItem: number): string {
  const key = bytes.indexOf('"', firstItem + 2);
  return `},${bytes.toString("latin1", firstItem, key + 1)}`;
}

interface BlockBounds {
  readonly from: number;
  readonly end: number;
  readonly nextItem: string;
}

interface Block {
  readonly items: readonly unknown[];
  /** Position after the last item. */
  readonly to: number;
}

function readBlock(bytes: Buffer, { from, end, nextItem }: BlockBounds): Block | null {
  let searchFrom = from + blockBytes;
  for (let tries = 0; tries < maxTries; tries += 1) {
    const found = searchFrom < end ? bytes.indexOf(nextItem, searchFrom) : -1;
    const to = found === -1 || found + 1 >= end ? end : found + 1;
    if (to - from > maxBlockBytes) return null;
    const items = parseJsonOrUndefined(`[${bytes.toString("utf8", from, to)}]`);
    if (Array.isArray(items)) return { items, to };
    if (to === end) return null;
    searchFrom = to;
  }
  return null;
}
