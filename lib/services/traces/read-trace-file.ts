/** From a file's bytes to traces, whichever of the known forms it has, in steps that leave time for others. */
import type { FilePieces } from "@/lib/contracts/open-traces";
import { AppError } from "@/lib/model/app-error";
import { formatCount } from "@/lib/format/number";
import { inSteps } from "@/lib/base/in-steps";
import { jaegerSkeleton, tracesFromJaegerFile } from "@/lib/sources/jaeger/file";
import { cutLimits, cutSpans, type CutFault, type FileTraces } from "@/lib/sources/otlp/cut-spans";
import { otlpSkeleton, tracesFromOtlpFile } from "@/lib/sources/otlp/file";
import { parsed, spansAt } from "@/lib/sources/otlp/spans-at";
import { idsOf, jaegerStretches, otlpStretches, piecesOf, type SpanIds } from "./file-pieces";

export interface TraceFile extends FileTraces {
  readonly format: "jaeger" | "otlp";
  /** Where the spans of one of its traces stand. */
  readonly piecesOf: (traceId: string) => FilePieces;
}

const forms = "a file of Jaeger JSON or OTLP JSON is wanted";

const faults: { readonly [F in CutFault]: string } = {
  "too-deep": `the file is nested deeper than ${cutLimits.depth} levels`,
  "too-many-spans": `the file has more than ${formatCount(cutLimits.spans)} spans, or too much beside them`,
  "not-json": `the file is not JSON, or ends too early; ${forms}`,
};

/** Throws invalid-input or too-large, in words for whoever opened the file, and the reason of `signal`. */
export async function readTraceFile(bytes: Uint8Array, signal: AbortSignal): Promise<TraceFile> {
  const file = await inSteps(cutSpans(bytes), signal);
  if (typeof file === "string")
    throw new AppError(file === "too-many-spans" ? "too-large" : "invalid-input", faults[file]);
  const parts = partsOf(file.skeleton);
  const ids: SpanIds[] = [];
  const spanAt = noting(spansAt(bytes, file), ids);
  const found = { ids, edges: file.edges };
  const otlp = otlpSkeleton(parts);
  if (otlp !== null) {
    const read = whole(await inSteps(tracesFromOtlpFile(otlp, spanAt), signal));
    return { format: "otlp", ...read, piecesOf: (traceId) => piecesOf(traceId, otlpStretches(otlp), found) };
  }
  const jaeger = jaegerSkeleton(parts);
  if (jaeger !== null) {
    const read = whole(await inSteps(tracesFromJaegerFile(jaeger, spanAt), signal));
    return {
      format: "jaeger",
      ...read,
      piecesOf: (traceId) => piecesOf(traceId, jaegerStretches(jaeger), found),
    };
  }
  throw new AppError("invalid-input", `the file holds no traces: ${forms}`);
}

function whole(file: FileTraces): FileTraces {
  if (file.traces.length === 0)
    throw new AppError("invalid-input", "the file has no spans that are understood");
  return file;
}

/** Notes in `ids` whose each span is. */
function noting(spanAt: (index: number) => unknown, ids: SpanIds[]): (index: number) => unknown {
  return (index) => {
    const span = spanAt(index);
    ids[index] = idsOf(span);
    return span;
  };
}

/** One JSON value, or one in each line. */
function partsOf(skeleton: string): readonly unknown[] {
  const whole = parsed(skeleton);
  if (whole !== undefined) return [whole];
  const lines = skeleton.split("\n").filter((line) => line.trim() !== "");
  const parts = lines.map(parsed);
  if (parts.length === 0 || parts.includes(undefined))
    throw new AppError("invalid-input", faults["not-json"]);
  return parts;
}
