/** What `ridgepoint traces` is asked for. */
import { parseArgs } from "node:util";
import { windowError } from "@/lib/model/time-window";

export interface TracesArguments {
  readonly service: string;
  /** How far back: `90s`, `15m`, `6h`, `2d`, `1w`. */
  readonly lookback: string;
  /** Traces read at most. */
  readonly limit: number;
  readonly url: string;
  readonly isJson: boolean;
}

export const tracesUsage =
  "npx ridgepoint traces <service> <lookback> <limit> [--url URL] [--json]   e.g. npx ridgepoint traces chat-gateway 1h 500";
export const defaultUrl = "http://127.0.0.1:3000";
const maxTraces = 5_000;
const maxNameLength = 256;

/** The arguments, or one sentence without a stop about what is wrong with them. */
export function parseTracesArguments(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): TracesArguments | string {
  const parsed = parseCommandLine(args);
  if (typeof parsed === "string") return parsed;
  const { positionals, values } = parsed;
  const [service, lookback, limit, ...extra] = positionals;
  if (service === undefined || service === "") return "the service is missing";
  if (service.length > maxNameLength) return `a service's name has at most ${maxNameLength} characters`;
  if (lookback === undefined) return "the lookback is missing: how far back, such as 15m, 6h or 2d";
  const problem = lookbackError(lookback);
  if (problem !== null) return problem;
  if (limit === undefined) return `the limit is missing: how many traces to read at most, 1 to ${maxTraces}`;
  const count = /^\d{1,5}$/.test(limit) ? Number(limit) : 0;
  if (count < 1 || count > maxTraces)
    return `the limit is a whole number from 1 to ${maxTraces}, not “${limit}”`;
  if (extra.length > 0) return `“${extra.join(" ")}” is more than is taken`;
  const url = parseServerUrl(values.url ?? environment["RIDGEPOINT_URL"] ?? defaultUrl);
  if (url === null)
    return `“${values.url ?? environment["RIDGEPOINT_URL"] ?? ""}” is no address: it begins with http:// or https://`;
  return { service, lookback, limit: count, url, isJson: values.json };
}

function parseCommandLine(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: { url: { type: "string" }, json: { type: "boolean", default: false } },
      allowPositionals: true,
      strict: true,
    });
  } catch (error) {
    // What parseArgs throws names the argument.
    if (error instanceof TypeError) return (error.message.split("\n")[0] ?? error.message).replace(/\.$/, "");
    throw error;
  }
}

function lookbackError(lookback: string): string | null {
  if (!/^\d{1,6}[smhdw]$/.test(lookback))
    return `“${lookback}” is no lookback: a number with s, m, h, d or w, such as 15m, 6h or 2d`;
  // Which instant counts as now changes nothing about its length.
  const problem = windowError({ from: `now-${lookback}`, to: "now" }, 0);
  return problem === undefined ? null : problem.replace(/^The window/, `a lookback of ${lookback}`);
}

function parseServerUrl(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  return url.href.replace(/\/+$/, "");
}
