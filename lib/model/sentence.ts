/** A sentence with linked numbers: text parts and values that the browser formats. */
import type { DownSince } from "./reading";
import type { DisplayUnit, Unit } from "./units";
import type { SignalId } from "./signals/signals";
import type { TraceOrder } from "./traces/trace-order";

/** Pages that a sentence links to. */
export const linkedPages = ["signals", "traces", "roofline", "events", "data-check"] as const;

/** Target of a link in a sentence. */
export interface LinkTarget {
  readonly page: (typeof linkedPages)[number];
  readonly deployment: string;
  /** Signal whose panel on the Signals page is linked. */
  readonly signal?: SignalId;
  readonly traceOrder?: TraceOrder;
  /** Start of the linked window. The window of the page is used if absent. */
  readonly fromMs?: number;
}

/** Part of a sentence: text, code, a number with its link, or the start of an outage. */
export type SentencePart =
  | { readonly kind: "text"; readonly text: string; readonly emphasis?: boolean }
  | { readonly kind: "code"; readonly text: string }
  /** Time since which a state has existed. Formatted in the browser, where the viewer's time zone is known. */
  | { readonly kind: "down-since"; readonly since: DownSince }
  | { readonly kind: "link"; readonly text: string; readonly target: LinkTarget }
  | {
      readonly kind: "number";
      readonly value: number;
      readonly unit: Unit;
      readonly displayUnit: DisplayUnit;
      /** True for a configured limit or bucket edge, which is displayed with exactly the configured digits. */
      readonly isLimit?: boolean;
      /** Deployment to which the number links, with the panel of `signal`. Absent for a number without a link. */
      readonly deployment?: string;
      readonly signal?: SignalId;
      readonly emphasis?: boolean;
    };

/** Sentence as a list of parts, so that pages can format its numbers and links. */
export type Sentence = readonly SentencePart[];

type NumberPart = Extract<SentencePart, { kind: "number" }>;

/**
 * Returns the parts for a quantile: the interpolated value, or an edge of its bucket: "<40 ms, below resolution" or
 * "≥ 60 s".
 */
export function quantileParts(
  number: NumberPart,
  bucket: { readonly lower: number; readonly upper: number | null } | null,
): Sentence {
  if (bucket === null) return [number];
  const edge = (value: number): SentencePart => ({ ...number, value, isLimit: true });
  const text = (part: string): SentencePart => ({ kind: "text", text: part });
  if (bucket.upper === null) return [text("≥\u202f"), edge(bucket.lower)];
  return bucket.lower === 0 && bucket.upper > 0
    ? [text("<"), edge(bucket.upper), text(", below resolution")]
    : [number];
}
