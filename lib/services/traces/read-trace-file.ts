/** From a file's bytes to traces, whichever of the known forms it has, in steps that leave time for others. */
import type { FileSpanIndex } from "@/lib/contracts/open-traces";
import { AppError } from "@/lib/model/app-error";
import { formatCount } from "@/lib/format/number";
import { runInSteps } from "@/lib/base/run-in-steps";
import { jaegerSkeleton, tracesFromJaegerFile } from "@/lib/sources/jaeger/file";
import { cutLimits, cutSpans, type CutError, type FileTraces } from "@/lib/sources/otlp/cut-spans";
import { otlpSkeleton, tracesFromOtlpFile } from "@/lib/sources/otlp/file";
import { parsed, spansAt } from "@/lib/sources/otlp/spans-at";
import { idsOf, jaegerSpanGroups, otlpSpanGroups, spanIndexOf, type SpanIds } from "./file-span-index";

export interface TraceFile extends FileTraces {
  readonly format: "jaeger" | "otlp";
  /** Where the spans of one of its traces stand. */
  readonly spanIndexOf: (traceId: string) => FileSpanIndex;
}

const expectedFormats = "a file of Jaeger JSON or OTLP JSON is wanted";

const errorTexts: { readonly [F in CutError]: string } = {
  "too-deep": `the file is nested deeper than ${cutLimits.depth} levels`,
  "too-many-spans": `the file has more than ${formatCount(cutLimits.spans)} spans, or too much beside them`,
  "not-json": `the file is not JSON, or ends too early; ${expectedFormats}`,
};

/** Throws invalid-input or too-large, in words for whoever opened the file, and the reason of `signal`. */
export async function readTraceFile(bytes: Uint8Array, signal: AbortSignal): Promise<TraceFile> {
  const file = await runInSteps(cutSpans(bytes), signal);
  if (typeof file === "string")
    throw new AppError(file === "too-many-spans" ? "too-large" : "invalid-input", errorTexts[file]);
  const parts = partsOf(file.skeleton);
  const ids: SpanIds[] = [];
  const spanAt = recordIds(spansAt(bytes, file), ids);
  const found = { ids, edges: file.edges };
  const otlp = otlpSkeleton(parts);
  if (otlp !== null) {
    const read = whole(await runInSteps(tracesFromOtlpFile(otlp, spanAt), signal));
    return {
      format: "otlp",
      ...read,
      spanIndexOf: (traceId) => spanIndexOf(traceId, otlpSpanGroups(otlp), found),
    };
  }
  const jaeger = jaegerSkeleton(parts);
  if (jaeger !== null) {
    const read = whole(await runInSteps(tracesFromJaegerFile(jaeger, spanAt), signal));
    return {
      format: "jaeger",
      ...read,
      spanIndexOf: (traceId) => spanIndexOf(traceId, jaegerSpanGroups(jaeger), found),
    };
  }
  throw new AppError("invalid-input", `the file holds no traces: ${expectedFormats}`);
}

function whole(file: FileTraces): FileTraces {
  if (file.traces.length === 0)
    throw new AppError("invalid-input", "the file has no spans that are understood");
  return file;
}

/** Notes in `ids` whose each span is. */
function recordIds(spanAt: (index: number) => unknown, ids: SpanIds[]): (index: number) => unknown {
  return (index) => {
    const span = spanAt(index);
    ids[index] = idsOf(span);
    return span;
  };
}

/** One JSON value, or one in each line. */
function partsOf(skeleton: string): readonly unknown[] {
  const value = parsed(skeleton);
  if (value !== undefined) return [value];
  const lines = skeleton.split("\n").filter((line) => line.trim() !== "");
  const parts = lines.map(parsed);
  if (parts.length === 0 || parts.includes(undefined))
    throw new AppError("invalid-input", errorTexts["not-json"]);
  return parts;
}
