/** Suggested pairs, and the signals that a deployment can correlate. */
import type { CheckRow } from "@/lib/model/data-check";
import { signals, type SignalDefinition, type SignalId } from "@/lib/model/signals/signals";
import type { Family } from "@/lib/model/signals/signal-definition";

/** Suggested pair of signals. */
export interface PairPreset {
  readonly id: "load" | "memory" | "gpu";
  readonly title: string;
  /** Candidates in order of preference. The first signal that the deployment has is used. */
  readonly x: readonly [SignalId, ...SignalId[]];
  readonly y: SignalId;
}

/** Suggested pairs of signals. */
export const pairPresets: readonly PairPreset[] = [
  { id: "load", title: "TTFT vs. load", x: ["requests"], y: "ttft" },
  { id: "memory", title: "TPOT vs. KV cache", x: ["kv-usage"], y: "tpot" },
  {
    id: "gpu",
    title: "Throughput vs. GPU activity",
    x: ["gpu-sm-active", "gpu-engine-active", "gpu-utilisation"],
    y: "output-tokens",
  },
];

/** Signals of both axes. */
export interface SignalPair {
  readonly x: SignalId;
  readonly y: SignalId;
}

/** Returns the suggested pair with signals that the deployment has. Null if it has none for an axis. */
export function choosePresetPair({ x, y }: PairPreset, available: ReadonlySet<SignalId>): SignalPair | null {
  const side = x.find((signal) => available.has(signal));
  return side === undefined || !available.has(y) ? null : { x: side, y };
}

/**
 * Returns the signals of the engine and of joined exporters, except those that the data check found missing.
 * Returns all of them until the data check is loaded.
 */
export function findAvailableSignals(
  families: readonly Family[],
  checkRows: readonly CheckRow[] | undefined,
): readonly SignalDefinition[] {
  const isThere = new Map(
    checkRows?.map(({ signal, outcome, reason, howToEnable }) => [
      signal,
      outcome !== "without-data" ||
        reason === "no-traffic" ||
        // A signal with a remedy flag was also missing while its targets were up.
        (reason === "target-down" && howToEnable === null) ||
        reason === "not-yet-known",
    ]),
  );
  return signals.filter(
    ({ id, family }) => (family === "engine" || families.includes(family)) && isThere.get(id) !== false,
  );
}
