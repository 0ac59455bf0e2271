/** Arguments of `ridgepoint traces`. */
import { windowError } from "@/lib/model/time-window";
import { parseOptions, resolveServer, type ApiServer } from "./options";

/** Parsed arguments of `ridgepoint traces`. */
export interface TracesArguments {
  readonly service: string;
  /** Length of the time range before now: `90s`, `15m`, `6h`, `2d`, `1w`. */
  readonly lookback: string;
  /** Maximum number of traces to read. */
  readonly maxTraces: number;
  /** URL and API token of the Ridgepoint server. */
  readonly server: ApiServer;
  /** True if the command prints JSON instead of a text. */
  readonly isJsonOutput: boolean;
}

/** Usage of `ridgepoint traces`. */
export const tracesUsage =
  "npx ridgepoint traces <service> <lookback> <limit> [--url URL] [--json]   e.g. npx ridgepoint traces chat-gateway 1h 500";
const maxTraces = 5_000;
const maxNameLength = 256;

/**
 * Parses the arguments of `ridgepoint traces`. Returns an error message without a full stop if they are
 * invalid.
 */
export function parseTracesArguments(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): TracesArguments | string {
  const parsed = parseOptions(args, { url: { type: "string" }, json: { type: "boolean", default: false } });
  if (typeof parsed === "string") return parsed;
  const { positionals, values } = parsed;
  const [service, lookback, limit, ...extra] = positionals;
  if (service === undefined || service === "") return "the service is missing";
  if (service.length > maxNameLength) return `the service name has more than ${maxNameLength} characters`;
  if (lookback === undefined) return "the lookback is missing: pass a length of time such as 15m, 6h or 2d";
  const problem = lookbackError(lookback);
  if (problem !== null) return problem;
  if (limit === undefined)
    return `the limit is missing: pass the maximum number of traces, 1 to ${maxTraces}`;
  const count = /^\d{1,5}$/.test(limit) ? Number(limit) : 0;
  if (count < 1 || count > maxTraces)
    return `the limit must be an integer from 1 to ${maxTraces}, not “${limit}”`;
  if (extra.length > 0) return `unexpected argument “${extra.join(" ")}”`;
  const resolved = resolveServer(values.url, environment);
  if (resolved.kind === "error") return resolved.problem;
  return { service, lookback, maxTraces: count, server: resolved.server, isJsonOutput: values.json };
}

function lookbackError(lookback: string): string | null {
  if (!/^\d{1,6}[smhdw]$/.test(lookback))
    return `invalid lookback “${lookback}”: pass a number with s, m, h, d or w, such as 15m, 6h or 2d`;
  // Only the length of the window is validated, so the value of now does not matter.
  const problem = windowError({ from: `now-${lookback}`, to: "now" }, 0);
  return problem === undefined ? null : problem.replace(/^The window/, `a lookback of ${lookback}`);
}
