// Go formats of Jaeger's query API: durations such as "1h2m3.5s", times with nanoseconds, ids that may omit leading
// zeros, and plain integers.

/** A request that Jaeger would reject, with its status and message. */
export class RejectedRequestError extends Error {
  override readonly name = "RefusedRequest";
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const UNIT_NS: Readonly<Record<string, number>> = {
  ns: 1,
  us: 1e3,
  µs: 1e3,
  ms: 1e6,
  s: 1e9,
  m: 60e9,
  h: 3600e9,
};
const DURATION = /^(?:\d+(?:\.\d*)?(?:ns|us|µs|ms|s|m|h))+$/;
const TIME = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:\.(\d{1,9}))?(Z|[+-]\d{2}:\d{2})$/;

/** Returns the nanoseconds of a Go duration; undefined for an invalid one. */
export function parseDurationNs(text: string): bigint | undefined {
  if (text === "0") return 0n;
  if (!DURATION.test(text)) return undefined;
  let totalNs = 0;
  for (const [, amount, unit] of text.matchAll(/(\d+(?:\.\d*)?)(ns|us|µs|ms|s|m|h)/gy)) {
    totalNs += Number(amount) * (UNIT_NS[unit ?? ""] ?? 0);
  }
  return BigInt(Math.round(totalNs));
}

/** Returns the nanoseconds since the epoch of an RFC 3339 time; undefined for an invalid one. */
export function parseTimeNs(text: string): bigint | undefined {
  const [, seconds, fraction = "", zone] = TIME.exec(text) ?? [];
  const epochMs = seconds === undefined ? Number.NaN : Date.parse(`${seconds}${zone}`);
  if (Number.isNaN(epochMs)) return undefined;
  return BigInt(epochMs) * 1_000_000n + BigInt(fraction.padEnd(9, "0"));
}

/** Returns the integer; undefined for any other text. */
export function parseInteger(text: string): number | undefined {
  return /^[+-]?\d+$/.test(text) ? Number(text) : undefined;
}

/** Returns a trace id as 32 hex digits; undefined for an invalid one. */
export function parseTraceId(text: string): string | undefined {
  return /^[0-9a-fA-F]{1,32}$/.test(text) ? text.toLowerCase().padStart(32, "0") : undefined;
}
