/**
 * Reads a large answer in steps, so that others are answered meanwhile: its spans are cut out and read a few at a time, in
 * blocks where it is written as Jaeger writes. An answer that cannot be taken apart like that is left to whoever reads it whole.
 */
import { runInSteps } from "@/lib/base/run-in-steps";
import { AppError } from "@/lib/model/app-error";
import type { Trace } from "@/lib/model/trace";
import type { TraceApi } from "@/lib/model/trace-reader";
import { cutSpans, type FileTraces } from "@/lib/sources/otlp/cut-spans";
import { otlpSkeleton, tracesFromOtlpFile } from "@/lib/sources/otlp/file";
import { parsed, spansAt } from "@/lib/sources/otlp/spans-at";
import { jaegerSkeleton, tracesFromJaegerFile } from "./file";
import { tracesFromBlocks } from "./read-blocks";

/** JSON of so many bytes is read at once in some milliseconds. */
export const readInStepsFromBytes = 1_000_000;

/** Null where it has to be read whole. Throws source-bad-answer for spans that are none, as reading it whole does. */
export async function tracesInSteps(
  api: Extract<TraceApi, "v3" | "old">,
  body: Uint8Array,
  signal: AbortSignal,
): Promise<readonly Trace[] | null> {
  const quick = api === "old" ? await runInSteps(tracesFromBlocks(body), signal) : null;
  if (quick !== null) return understood(quick);
  const cut = await runInSteps(cutSpans(body), signal);
  if (typeof cut === "string") return null;
  const skeleton = [parsed(cut.skeleton)];
  const otlp = api === "v3" ? otlpSkeleton(skeleton) : null;
  const old = api === "v3" ? null : jaegerSkeleton(skeleton);
  const spanAt = spansAt(body, cut);
  const steps =
    otlp !== null
      ? tracesFromOtlpFile(otlp, spanAt)
      : old === null
        ? null
        : tracesFromJaegerFile(old, spanAt);
  if (steps === null) return null;
  return understood(await runInSteps(steps, signal));
}

function understood({ traces, unreadableSpans }: FileTraces): readonly Trace[] {
  if (unreadableSpans > 0)
    throw new AppError("source-bad-answer", "the trace source's answer is not understood");
  return traces;
}
