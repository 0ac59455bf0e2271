/** The `ridgepoint` program: from its arguments to what it prints and how it ends. */
import type { TraceOperationsResponse } from "@/lib/contracts/trace-operations";
import { ask } from "./ask";
import { measured } from "./measured";
import { measuredUsage } from "./measured-arguments";
import { answered, wrongUsage, type Outcome } from "./outcome";
import { readTracesArguments, tracesUsage } from "./traces-arguments";
import { tracesText } from "./traces-text";

type Environment = Readonly<Record<string, string | undefined>>;

export async function run(args: readonly string[], environment: Environment): Promise<Outcome> {
  const [command, ...rest] = args;
  if (args.includes("--help") || args.includes("-h")) return answered(`usage: ${usageOf(command)}`);
  if (command === "traces") return traces(rest, environment);
  if (command === "measured") return measured(rest, environment["RIDGEPOINT_CALLED_FROM"] ?? ".");
  return wrongUsage(
    command === undefined ? "say what to do" : `there is no command “${command}”`,
    usageOf(undefined),
  );
}

const usages = { traces: tracesUsage, measured: measuredUsage } as const;

/** Of one command, or of all where it is none. */
function usageOf(command: string | undefined): string {
  const own = Object.entries(usages).find(([name]) => name === command);
  return own?.[1] ?? Object.values(usages).join("\n       ");
}

async function traces(args: readonly string[], environment: Environment): Promise<Outcome> {
  const asked = readTracesArguments(args, environment);
  if (typeof asked === "string") return wrongUsage(asked, tracesUsage);
  const { service, lookback, limit, url, isJson } = asked;
  const query = { service, from: `now-${lookback}`, to: "now", n: String(limit) };
  const answer = await ask<TraceOperationsResponse>(url, "/api/v1/traces/operations", query);
  if (answer.kind === "none") return answer.outcome;
  return answered(isJson ? JSON.stringify(answer.body, undefined, 2) : tracesText(answer.body));
}
