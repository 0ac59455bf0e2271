/** The `ridgepoint` program: runs the command and returns its outcome. */
import type { TraceOperationsResponse } from "@/lib/contracts/traces/trace-operations";
import { requestApi } from "./api-request";
import { runMeasuredCommand } from "./measured";
import { measuredUsage } from "./measured-arguments";
import { succeeded, usageError, type Outcome } from "./outcome";
import { parseTracesArguments, tracesUsage } from "./traces-arguments";
import { formatTraceOperations } from "./traces-text";

type Environment = Readonly<Record<string, string | undefined>>;

export async function run(args: readonly string[], environment: Environment): Promise<Outcome> {
  const [command, ...rest] = args;
  if (args.includes("--help") || args.includes("-h")) return succeeded(`usage: ${usageText(command)}`);
  if (command === "traces") return runTracesCommand(rest, environment);
  if (command === "measured") return runMeasuredCommand(rest, environment["RIDGEPOINT_CALLED_FROM"] ?? ".");
  return usageError(
    command === undefined ? "the command is missing" : `unknown command “${command}”`,
    usageText(undefined),
  );
}

const usages = { traces: tracesUsage, measured: measuredUsage } as const;

/** Returns the usage of one command, or of all commands if `command` is unknown. */
function usageText(command: string | undefined): string {
  const commandUsage = Object.entries(usages).find(([name]) => name === command);
  return commandUsage?.[1] ?? Object.values(usages).join("\n       ");
}

async function runTracesCommand(args: readonly string[], environment: Environment): Promise<Outcome> {
  const parsedArguments = parseTracesArguments(args, environment);
  if (typeof parsedArguments === "string") return usageError(parsedArguments, tracesUsage);
  const { service, lookback, limit, url, isJson } = parsedArguments;
  const query = { service, from: `now-${lookback}`, to: "now", n: String(limit) };
  const result = await requestApi<TraceOperationsResponse>(url, "/api/v1/traces/operations", query);
  if (result.kind === "failure") return result.outcome;
  return succeeded(isJson ? JSON.stringify(result.body, undefined, 2) : formatTraceOperations(result.body));
}
