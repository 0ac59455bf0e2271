/** The pairs worth looking at first, and which signals a deployment can lay against each other. */
import type { CheckRow } from "@/lib/model/data-check";
import { signals, type SignalDefinition, type SignalId } from "@/lib/model/signals";
import type { Family } from "@/lib/model/signal-definition";

export interface Preset {
  readonly id: "load" | "memory" | "gpu";
  readonly title: string;
  /** The first one that the deployment has. */
  readonly x: readonly [SignalId, ...SignalId[]];
  readonly y: SignalId;
}

export const presets: readonly Preset[] = [
  { id: "load", title: "TTFT against load", x: ["requests"], y: "ttft" },
  { id: "memory", title: "TPOT against memory", x: ["kv-usage"], y: "tpot" },
  {
    id: "gpu",
    title: "Throughput against GPU activity",
    x: ["gpu-sm-active", "gpu-engine-active", "gpu-utilisation"],
    y: "output-tokens",
  },
];

export interface ChosenPair {
  readonly x: SignalId;
  readonly y: SignalId;
}

/** The pair of a preset at this deployment; null where it has no signal for a side. */
export function presetPair({ x, y }: Preset, available: ReadonlySet<SignalId>): ChosenPair | null {
  const side = x.find((signal) => available.has(signal));
  return side === undefined || !available.has(y) ? null : { x: side, y };
}

/** Engine signals and those of the exporters joined, less what the data check found not to be there; all of these until it answers. */
export function availableSignals(
  families: readonly Family[],
  checked: readonly CheckRow[] | undefined,
): readonly SignalDefinition[] {
  const isThere = new Map(
    checked?.map(({ signal, outcome, reason, flag }) => [
      signal,
      outcome !== "nothing" ||
        reason === "no-traffic" ||
        // One with a flag was not there either while its targets answered.
        (reason === "target-down" && flag === null) ||
        reason === "not-yet-known",
    ]),
  );
  return signals.filter(
    ({ id, family }) => (family === "engine" || families.includes(family)) && isThere.get(id) !== false,
  );
}
