/** Reads the traces of a file in any supported format, in steps so that the server stays responsive. */
import type { FileSpanIndex } from "@/lib/contracts/traces/open-traces";
import { AppError } from "@/lib/model/app-error";
import { formatCount } from "@/lib/format/number";
import { findJsonErrorLine } from "@/lib/base/json-error-line";
import { runInSteps } from "@/lib/base/steps";
import { parseJaegerTracesWithoutSpans, readJaegerFile } from "@/lib/sources/jaeger/file";
import {
  spanSeparationLimits,
  separateSpans,
  type SeparationError,
  type FileTraces,
} from "@/lib/sources/otlp/separate-spans";
import { readOtlpSpan } from "@/lib/sources/otlp/read-span";
import { readLegacySpan } from "@/lib/sources/jaeger/wire";
import { parseOtlpEnvelope, readOtlpFile } from "@/lib/sources/otlp/file";
import { parseJsonOrUndefined, createSpanLookup } from "@/lib/sources/otlp/span-lookup";
import {
  readSpanIds,
  findJaegerSpanGroups,
  findOtlpSpanGroups,
  createFileSpanIndex,
  type SpanIds,
} from "./file-span-index";
import { findUnreadableSpans, type SpanPosition } from "./unreadable-spans";

/** Traces of an uploaded file. */
export interface TraceFile extends FileTraces {
  readonly format: "jaeger" | "otlp";
  /** Returns the index of a trace's spans in the file. */
  readonly createSpanIndex: (traceId: string) => FileSpanIndex;
  /** Positions of the first spans that could not be parsed. */
  readonly unreadableSpans: readonly SpanPosition[];
}

const expectedFormats = "Expected a Jaeger JSON or OTLP JSON file";

const errorTexts: { readonly [F in SeparationError]: string } = {
  "too-deep": `the file is nested deeper than ${spanSeparationLimits.maxNestingDepth} levels`,
  "too-many-spans": `the file has more than ${formatCount(spanSeparationLimits.maxSpans)} spans, or too much other data`,
  "not-json": `the file is not valid JSON or is truncated. ${expectedFormats}`,
};

/** Finding the line parses the text in one step, so it is only done for files that are parsed quickly. */
const maxBytesToLocate = 4_000_000;

/** Returns the message for an invalid file, with the line at which it stops being JSON. */
function notJsonText(bytes: Uint8Array): string {
  const line =
    bytes.length > maxBytesToLocate ? undefined : findJsonErrorLine(new TextDecoder().decode(bytes));
  if (line === undefined || bytes.length === 0) return errorTexts["not-json"];
  return `line ${formatCount(line)} of the file is not valid JSON or is truncated. ${expectedFormats}`;
}

/**
 * Parses a trace file in Jaeger or OTLP format. Throws invalid-input or too-large with a message for the
 * operator, and the reason of `signal`.
 */
export async function readTraceFile(bytes: Uint8Array, signal: AbortSignal): Promise<TraceFile> {
  const file = await runInSteps(separateSpans(bytes), signal);
  if (typeof file === "string")
    throw new AppError(
      file === "too-many-spans" ? "too-large" : "invalid-input",
      file === "not-json" ? notJsonText(bytes) : errorTexts[file],
    );
  const parts = splitEnvelope(file.textWithoutSpans);
  if (parts === null) throw new AppError("invalid-input", notJsonText(bytes));
  const ids: SpanIds[] = [];
  const spanAt = recordIds(createSpanLookup(bytes, file), ids);
  const found = { ids, edges: file.spanByteEdges };
  const findUnreadable = async (count: number, parseSpan: (span: unknown) => unknown) =>
    count === 0
      ? []
      : runInSteps(
          findUnreadableSpans(bytes, file.spanByteEdges, (index) => parseSpan(spanAt(index)) !== null),
          signal,
        );
  const otlp = parseOtlpEnvelope(parts);
  if (otlp !== null) {
    const read = requireTraces(await runInSteps(readOtlpFile(otlp, spanAt), signal));
    return {
      format: "otlp",
      ...read,
      unreadableSpans: await findUnreadable(read.unreadableSpanCount, readOtlpSpan),
      createSpanIndex: (traceId) => createFileSpanIndex(traceId, findOtlpSpanGroups(otlp), found),
    };
  }
  const jaeger = parseJaegerTracesWithoutSpans(parts);
  if (jaeger !== null) {
    const read = requireTraces(await runInSteps(readJaegerFile(jaeger, spanAt), signal));
    return {
      format: "jaeger",
      ...read,
      unreadableSpans: await findUnreadable(read.unreadableSpanCount, readLegacySpan),
      createSpanIndex: (traceId) => createFileSpanIndex(traceId, findJaegerSpanGroups(jaeger), found),
    };
  }
  throw new AppError("invalid-input", `the file contains no traces. ${expectedFormats}`);
}

function requireTraces(file: FileTraces): FileTraces {
  if (file.traces.length === 0) throw new AppError("invalid-input", "the file contains no valid spans");
  return file;
}

/** Records the ids of each span in `ids`. */
function recordIds(spanAt: (index: number) => unknown, ids: SpanIds[]): (index: number) => unknown {
  return (index) => {
    const span = spanAt(index);
    ids[index] = readSpanIds(span);
    return span;
  };
}

/** Parses one JSON value, or one per line; null when a line is invalid. */
function splitEnvelope(envelope: string): readonly unknown[] | null {
  const value = parseJsonOrUndefined(envelope);
  if (value !== undefined) return [value];
  const lines = envelope.split("\n").filter((line) => line.trim() !== "");
  const parts = lines.map(parseJsonOrUndefined);
  return parts.length === 0 || parts.includes(undefined) ? null : parts;
}
