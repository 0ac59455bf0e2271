/**
 * Replayed arrivals: one per line, as seconds since the replay's start, or as JSON with the request's lengths:
 * `{"at": 1.25, "prompt": 700, "output": 210}`. Empty lines and lines that begin with # are skipped.
 */
import { z } from "zod";

/** One line of a file of arrivals. */
export interface ReplayedArrival {
  /** Seconds since the start of the replay. */
  readonly atSeconds: number;
  /** Drawn at random when null. */
  readonly promptTokens: number | null;
  readonly outputTokens: number | null;
}

export type ParsedArrivals =
  | { readonly kind: "parsed"; readonly arrivals: readonly ReplayedArrival[] }
  /** The reason names the line. */
  | { readonly kind: "malformed"; readonly reason: string };

const maxSeconds = 7 * 86_400;
const tokens = z.int().min(1).max(100_000).nullish();
const seconds = z.number().min(0).max(maxSeconds);
const line = z.union([
  seconds.transform((at) => ({ at, prompt: null, output: null })),
  z.strictObject({ at: seconds, prompt: tokens, output: tokens }),
]);

/** Parses a file of arrivals and sorts them by time. One malformed line rejects the file. */
export function parseArrivals(text: string): ParsedArrivals {
  const arrivals: ReplayedArrival[] = [];
  for (const [index, raw] of text.split("\n").entries()) {
    const trimmed = raw.trim();
    if (trimmed === "" || trimmed.startsWith("#")) continue;
    const read = line.safeParse(readJsonLine(trimmed));
    if (!read.success) {
      const form = `seconds (0 to ${maxSeconds}) or {"at": seconds, "prompt": tokens, "output": tokens}`;
      return { kind: "malformed", reason: `line ${index + 1} is not ${form}` };
    }
    const { at, prompt, output } = read.data;
    arrivals.push({ atSeconds: at, promptTokens: prompt ?? null, outputTokens: output ?? null });
  }
  if (arrivals.length === 0) return { kind: "malformed", reason: "the file contains no arrivals" };
  return { kind: "parsed", arrivals: arrivals.toSorted((a, b) => a.atSeconds - b.atSeconds) };
}

function readJsonLine(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // The schema rejects the line with its number.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
