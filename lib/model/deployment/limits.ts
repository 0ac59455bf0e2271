/**
 * The limits of a deployment: one definition each. Statuses, sentences, labels, chart lines, forms and the
 * configuration file read these definitions, so a changed default changes all of them.
 */
import type { Statistic } from "@/lib/model/question";
import type { SignalId } from "@/lib/model/signals/signals";
import type { DisplayUnit, Unit } from "@/lib/model/units";

interface LimitDefinition {
  readonly title: string;
  readonly unit: Unit;
  readonly displayUnit: DisplayUnit;
  /** Used by a deployment without an override. In canonical units, like all limits. */
  readonly defaultValue: number;
  /** Highest accepted override. Every limit must be above zero. */
  readonly maxValue: number;
  /** The panel values that the limit applies to, or null if no panel shows them. */
  readonly judges: { readonly signal: SignalId; readonly statistic: Statistic } | null;
}

export const limitDefinitions = {
  ttftP95Seconds: {
    title: "TTFT p95",
    unit: "seconds",
    displayUnit: "s",
    defaultValue: 1,
    maxValue: 3_600,
    judges: { signal: "ttft", statistic: "p95" },
  },
  meanTpotSeconds: {
    title: "Mean TPOT",
    unit: "seconds",
    displayUnit: "ms",
    defaultValue: 0.05,
    maxValue: 60,
    judges: { signal: "tpot", statistic: "mean" },
  },
  errorRatio: {
    title: "Error ratio",
    unit: "ratio",
    displayUnit: "%",
    defaultValue: 0.001,
    maxValue: 1,
    judges: { signal: "errors", statistic: "ratio-to-requests" },
  },
  abortRatio: {
    title: "Abort ratio",
    unit: "ratio",
    displayUnit: "%",
    defaultValue: 0.05,
    maxValue: 1,
    judges: { signal: "aborts", statistic: "ratio-to-requests" },
  },
  kvUsageRatio: {
    title: "KV cache usage",
    unit: "ratio",
    displayUnit: "%",
    defaultValue: 0.95,
    maxValue: 1,
    judges: { signal: "kv-usage", statistic: "value" },
  },
  preemptionsPerSecond: {
    title: "Preemptions",
    unit: "events-per-second",
    displayUnit: "per min",
    defaultValue: 1 / 60,
    maxValue: 1_000,
    judges: { signal: "preemptions", statistic: "rate" },
  },
  waitingSeconds: {
    title: "Time with waiting requests",
    unit: "seconds",
    displayUnit: "s",
    defaultValue: 120,
    maxValue: 3_600,
    judges: null,
  },
} as const satisfies Readonly<Record<string, LimitDefinition>>;

export type LimitId = keyof typeof limitDefinitions;
/** One value per limit, in canonical units. */
export type Limits = Readonly<Record<LimitId, number>>;
/** Limits that an operator or the configuration file sets for one deployment. */
export type LimitOverrides = Readonly<Partial<Limits>>;

export const limitIds = Object.keys(limitDefinitions) as readonly LimitId[];

/** Who set the limit of a deployment. */
export const limitOrigins = ["default", "person", "file"] as const;
export type LimitOrigin = (typeof limitOrigins)[number];

/** Returns the definition of a limit. */
export function limitDefinition(id: LimitId): LimitDefinition {
  return limitDefinitions[id];
}

/** Returns the limits of a deployment: its overrides, and the defaults for all others. */
export function resolveLimits({ limits }: { readonly limits?: LimitOverrides | undefined }): Limits {
  const values = limitIds.map((id) => [id, limits?.[id] ?? limitDefinitions[id].defaultValue] as const);
  return Object.fromEntries(values) as Limits;
}
