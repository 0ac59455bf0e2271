/** The command `ridgepoint traces`: the operations of a service, read from a running server. */
import type { TraceOperationsResponse } from "@/lib/contracts/traces/trace-operations";
import type { ProblemCode } from "@/lib/model/problem";
import { requestApi } from "./api-request";
import type { Command } from "./command";
import { createSuccess, createUsageError } from "./outcome";
import { parseTracesArguments, tracesUsage } from "./traces-arguments";
import { formatTraceOperations } from "./traces-text";

const checkSourceAdvice =
  "check that the trace source is running, for example with npm run doctor, then try again";

const terminalAdvice: Partial<Record<ProblemCode, string>> = {
  "not-found": "use the service name exactly as the trace source spells it",
  "source-unreachable": checkSourceAdvice,
  "source-error": checkSourceAdvice,
  "source-not-ready": "the trace source is still starting: wait a few seconds, then try again",
  "source-rate-limited": "try again in a minute, or request fewer traces",
  "source-auth-failed": "correct the source's token or password, then restart Ridgepoint",
  "source-slow": "use a shorter lookback or fewer traces, or check the load of the source",
  internal: "see Ridgepoint's log for details",
};

/** Command `ridgepoint traces`: prints where the requests of a service spend their time. */
export const tracesCommand: Command = {
  usage: tracesUsage,
  run: async (args, environment) => {
    const parsedArguments = parseTracesArguments(args, environment);
    if (typeof parsedArguments === "string") return createUsageError(parsedArguments, tracesUsage);
    const { service, lookback, maxTraces, server, isJsonOutput } = parsedArguments;
    const query = { service, from: `now-${lookback}`, to: "now", n: String(maxTraces) };
    const result = await requestApi<TraceOperationsResponse>(server, "/api/v1/traces/operations", {
      query,
      advice: terminalAdvice,
    });
    if (result.kind === "failure") return result.outcome;
    return createSuccess(
      isJsonOutput ? JSON.stringify(result.body, undefined, 2) : formatTraceOperations(result.body),
    );
  },
};
