/**
 * Reads a large response in steps so that the server stays responsive. Spans are cut out and parsed a few at a time,
 * or in blocks if the response has Jaeger's layout. A response that cannot be split needs the full parser.
 */
import { runInSteps } from "@/lib/base/steps";
import { AppError } from "@/lib/model/app-error";
import type { Trace } from "@/lib/model/traces/trace";
import type { TraceApi } from "@/lib/model/traces/trace-reader";
import { cutSpans, type FileTraces } from "@/lib/sources/otlp/cut-spans";
import { otlpSkeleton, tracesFromOtlpFile } from "@/lib/sources/otlp/file";
import { parseOrUndefined, spansAt } from "@/lib/sources/otlp/spans-at";
import { jaegerSkeleton, tracesFromJaegerFile } from "./file";
import { tracesFromOldBlocks, tracesFromV3Blocks } from "./read-blocks";

/** Size above which a response is read in steps. Parsing less takes only a few milliseconds. */
export const readInStepsFromBytes = 1_000_000;

/**
 * Reads the traces in steps; returns null when the response needs the full parser. Throws source-bad-answer for
 * invalid spans, like the full parser.
 */
export async function tracesInSteps(
  api: Extract<TraceApi, "v3" | "old">,
  body: Uint8Array,
  signal: AbortSignal,
): Promise<readonly Trace[] | null> {
  const quick = await runInSteps(
    api === "old" ? tracesFromOldBlocks(body) : tracesFromV3Blocks(body),
    signal,
  );
  if (quick !== null) return understood(quick);
  const cut = await runInSteps(cutSpans(body), signal);
  if (typeof cut === "string") return null;
  const skeleton = [parseOrUndefined(cut.skeleton)];
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
    throw new AppError("source-bad-answer", "the trace source's response could not be parsed");
  return traces;
}
