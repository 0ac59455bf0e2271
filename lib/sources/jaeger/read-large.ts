/**
 * Reads a large response in steps so that the server stays responsive. Spans are cut out and parsed a few at a time,
 * or in blocks if the response has Jaeger's layout. A response that cannot be split needs the full parser.
 */
import { runInSteps } from "@/lib/base/steps";
import { AppError } from "@/lib/model/app-error";
import type { Trace } from "@/lib/model/traces/trace";
import type { TraceApi } from "@/lib/model/traces/trace-reader";
import { separateSpans, type FileTraces } from "@/lib/sources/otlp/separate-spans";
import { parseOtlpEnvelope, readOtlpFile } from "@/lib/sources/otlp/file";
import { parseJsonOrUndefined, createSpanLookup } from "@/lib/sources/otlp/span-lookup";
import { parseJaegerTracesWithoutSpans, readJaegerFile } from "./file";
import { readLegacyTracesInBlocks, readV3TracesInBlocks } from "./read-blocks";

/** Size above which a response is read in steps. Parsing less takes only a few milliseconds. */
export const minStepwiseBodyBytes = 1_000_000;

/**
 * Reads the traces in steps; returns null when the response needs the full parser. Throws source-bad-answer for
 * invalid spans, like the full parser.
 */
export async function readTracesInSteps(
  api: Extract<TraceApi, "v3" | "old">,
  body: Uint8Array,
  signal: AbortSignal,
): Promise<readonly Trace[] | null> {
  const quick = await runInSteps(
    api === "old" ? readLegacyTracesInBlocks(body) : readV3TracesInBlocks(body),
    signal,
  );
  if (quick !== null) return understood(quick);
  const cut = await runInSteps(separateSpans(body), signal);
  if (typeof cut === "string") return null;
  const envelope = [parseJsonOrUndefined(cut.textWithoutSpans)];
  const otlp = api === "v3" ? parseOtlpEnvelope(envelope) : null;
  const old = api === "v3" ? null : parseJaegerTracesWithoutSpans(envelope);
  const spanAt = createSpanLookup(body, cut);
  const steps =
    otlp !== null ? readOtlpFile(otlp, spanAt) : old === null ? null : readJaegerFile(old, spanAt);
  if (steps === null) return null;
  return understood(await runInSteps(steps, signal));
}

function understood({ traces, unreadableSpanCount }: FileTraces): readonly Trace[] {
  if (unreadableSpanCount > 0)
    throw new AppError("source-bad-answer", "the trace source's response could not be parsed");
  return traces;
}
