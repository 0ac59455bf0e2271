/** A source: the URL of a metrics or traces backend, who manages it, and its health. */
import type { ProblemCode } from "@/lib/model/problem";

/** Kinds of sources for traces. */
export const traceSourceKinds = ["jaeger", "tempo"] as const;
/** Kinds of sources. A kind is named after the API of the source. */
export const sourceKinds = ["prometheus", ...traceSourceKinds] as const;
/** Kind of a source: Prometheus-compatible metrics, or traces in Jaeger or Tempo. */
export type SourceKind = (typeof sourceKinds)[number];
/** Kind of a source for traces. */
export type TraceSourceKind = (typeof traceSourceKinds)[number];

/** Returns whether sources of this kind have traces, not metrics. */
export function isTraceKind(kind: SourceKind): kind is TraceSourceKind {
  return traceSourceKinds.some((one) => one === kind);
}
/** Where a source is configured: in the environment of the server. */
export type ManagedBy = "environment";

/** Reasons why a query to a source failed. The UI has a sentence and a remedy for each reason. */
export const sourceFailures = [
  "unreachable",
  "untrusted",
  "slow",
  "auth-failed",
  "rate-limited",
  "not-ready",
  "refused",
  "bad-answer",
  "server-error",
  "too-large",
] as const;
/** Why a query to a source failed. */
export type SourceFailure = (typeof sourceFailures)[number];

/** A metrics or traces backend that is configured on the server. */
export interface Source {
  readonly id: string;
  readonly slug: string;
  readonly kind: SourceKind;
  readonly title: string;
  readonly url: string;
  readonly managedBy: ManagedBy;
}

/** Result of the newest check of a source; `unknown` before the first one. Times are epoch milliseconds. */
export type SourceHealth =
  | { readonly kind: "unknown" }
  | {
      readonly kind: "up";
      readonly checkedAtMs: number;
      readonly latencyMs: number;
      readonly version: string | null;
      readonly flavour: string | null;
    }
  | {
      readonly kind: "down";
      readonly checkedAtMs: number;
      readonly sinceMs: number;
      readonly lastUpAtMs: number | null;
      readonly code: ProblemCode;
      readonly failure: SourceFailure;
      readonly detail: string;
      readonly version: string | null;
    };
