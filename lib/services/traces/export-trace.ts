/** A trace as a file of another program: whole, with times as its hosts told them. */
import type { ExportForm, traceExportContract } from "@/lib/contracts/trace-export";
import type { Trace } from "@/lib/model/trace";
import type { Handler } from "@/lib/server/handler";
import { inSteps } from "@/lib/base/in-steps";
import { chromeTrace } from "./export/chrome-trace";
import type { ExportOptions } from "./export/export-spans";
import { jaegerJson } from "./export/jaeger-json";
import { otlpJson } from "./export/otlp-json";
import { recentTrace } from "./recent-traces";

const writers: {
  readonly [F in ExportForm]: (trace: Trace, options: ExportOptions) => Generator<void, string>;
} = { jaeger: jaegerJson, otlp: otlpJson, chrome: chromeTrace };

interface Wish {
  readonly as: ExportForm;
  readonly text: "left-out" | "kept";
}

export function writeTrace(trace: Trace, { as, text }: Wish, signal: AbortSignal): Promise<string> {
  return inSteps(writers[as](trace, { isTextKept: text === "kept" }), signal);
}

export const exportTrace: Handler<typeof traceExportContract> = async ({ params, query, signal }) => {
  const trace = await recentTrace(params.traceId, signal);
  return { file: await writeTrace(trace, query, signal) };
};
