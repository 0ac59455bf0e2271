/** The command `ridgepoint traces`: the operations of a service, read from a running server. */
import type { TraceOperationsResponse } from "@/lib/contracts/traces/trace-operations";
import { requestApi } from "./api-request";
import type { Command } from "./command";
import { createSuccess, createUsageError } from "./outcome";
import { parseTracesArguments, tracesUsage } from "./traces-arguments";
import { formatTraceOperations } from "./traces-text";

export const tracesCommand: Command = {
  usage: tracesUsage,
  run: async (args, environment) => {
    const parsedArguments = parseTracesArguments(args, environment);
    if (typeof parsedArguments === "string") return createUsageError(parsedArguments, tracesUsage);
    const { service, lookback, maxTraces, url, isJsonOutput } = parsedArguments;
    const query = { service, from: `now-${lookback}`, to: "now", n: String(maxTraces) };
    const result = await requestApi<TraceOperationsResponse>(url, "/api/v1/traces/operations", query);
    if (result.kind === "failure") return result.outcome;
    return createSuccess(
      isJsonOutput ? JSON.stringify(result.body, undefined, 2) : formatTraceOperations(result.body),
    );
  },
};
