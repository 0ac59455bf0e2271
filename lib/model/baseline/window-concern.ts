import type { LimitId } from "@/lib/model/deployment/limits";

/** Kinds of reasons why a window may be unsuitable as a baseline. */
export const windowConcerns = [
  "few-blocks",
  "few-requests",
  "not-steady",
  "incomplete",
  "exclusion",
  "deploy",
  "configuration",
  "mixed-versions",
  "throttling",
  "over-limit",
] as const;
/** Kind of reason why a window may be unsuitable as a baseline. */
export type WindowConcernKind = (typeof windowConcerns)[number];

/** Reason why a window may be unsuitable as a baseline, as stored and displayed. */
export interface WindowConcern {
  readonly kind: WindowConcernKind;
  /** A sentence with the numbers. */
  readonly detail: string;
}

/** Quantities that must be steady: each quarter of a window is compared with the full window. */
export const steadyMeasures = ["requests", "ttft", "e2e", "train-step-time"] as const;

/** Largest difference of a quarter of the window from the full window. */
export interface Unsteadiness {
  readonly measure: (typeof steadyMeasures)[number];
  /** Number of the quarter, 1 to 4. */
  readonly quarter: number;
  /** |value of the quarter ÷ value of the full window − 1|. */
  readonly differenceRatio: number;
}

/**
 * Reason why a window may be unsuitable as a baseline, with its numbers. `lib/sentences/baselines` formats
 * it, and documents store the sentence.
 */
export type ConcernFacts =
  | { readonly kind: "few-blocks"; readonly blockCount: number; readonly neededCount: number }
  | { readonly kind: "few-requests"; readonly requestCount: number; readonly neededCount: number }
  | { readonly kind: "incomplete"; readonly incompleteCount: number; readonly blockCount: number }
  | ({ readonly kind: "not-steady" } & Unsteadiness)
  /** An event that overlaps the window. */
  | {
      readonly kind: "exclusion" | "deploy" | "configuration" | "mixed-versions";
      readonly title: string;
    }
  /** Versions that the instances report at the end of the window. */
  | { readonly kind: "mixed-versions"; readonly versions: readonly string[] }
  | { readonly kind: "throttling"; readonly throttledCount: number; readonly blockCount: number }
  /** The value of the window exceeds a limit of the deployment, or the value of a gauge exceeds it in some blocks. */
  | ({ readonly kind: "over-limit"; readonly limit: LimitId; readonly threshold: number } & (
      | { readonly value: number }
      | { readonly exceededCount: number; readonly blockCount: number }
    ));
