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

/** Limits that decide the status of a deployment, with titles, units and defaults. */
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

/** Name of a limit that decides the status of a deployment. */
export type LimitId = keyof typeof limitDefinitions;
/** Values of all limits of a deployment, in canonical units. */
export type Limits = Readonly<Record<LimitId, number>>;
/** Limits of one deployment that replace the defaults, set by an operator or the configuration file. */
export type LimitOverrides = Readonly<Partial<Limits>>;

/** Names of all limits. */
export const limitIds = Object.keys(limitDefinitions) as readonly LimitId[];

/** Who can set the limit of a deployment. */
export const limitOrigins = ["default", "person", "file"] as const;
/** Who set the limit of a deployment. */
export type LimitOrigin = (typeof limitOrigins)[number];

/** Returns title, unit and default of a limit. */
export function limitDefinition(id: LimitId): LimitDefinition {
  return limitDefinitions[id];
}

/** Returns all limits of a deployment: its overrides, and defaults for the others. */
export function resolveLimits({ limits }: { readonly limits?: LimitOverrides | undefined }): Limits {
  const values = limitIds.map((id) => [id, limits?.[id] ?? limitDefinitions[id].defaultValue] as const);
  return Object.fromEntries(values) as Limits;
}
