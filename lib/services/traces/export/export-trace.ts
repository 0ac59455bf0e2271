/** Exports a complete trace in another tool's format, with times as reported. */
import type { ExportFormat, traceExportContract } from "@/lib/contracts/traces/trace-export";
import type { Trace } from "@/lib/model/traces/trace";
import type { Handler } from "@/lib/server/handler";
import { runInSteps } from "@/lib/base/steps";
import { serializeChromeTrace } from "./chrome-trace";
import type { ExportOptions } from "./export-spans";
import { serializeJaegerJson } from "./jaeger-json";
import { serializeOtlpJson } from "./otlp-json";
import { readRecentTrace } from "@/lib/services/traces/waterfall/recent-traces";

const writers: {
  readonly [F in ExportFormat]: (trace: Trace, options: ExportOptions) => Generator<void, string>;
} = { jaeger: serializeJaegerJson, otlp: serializeOtlpJson, chrome: serializeChromeTrace };

interface ExportRequest {
  readonly as: ExportFormat;
  readonly text: "omit" | "include";
}

/** Writes a trace in the requested format, in steps so that the server stays responsive. */
export function serializeTrace(
  trace: Trace,
  { as, text }: ExportRequest,
  signal: AbortSignal,
): Promise<string> {
  return runInSteps(writers[as](trace, { includesPromptText: text === "include" }), signal);
}

/** Handles the request to download a trace. */
export const exportTrace: Handler<typeof traceExportContract> = async ({
  params,
  query,
  principal,
  signal,
}) => {
  const trace = await readRecentTrace({ traceId: params.traceId, scope: principal.sourceScope }, signal);
  return { file: await serializeTrace(trace, query, signal) };
};
