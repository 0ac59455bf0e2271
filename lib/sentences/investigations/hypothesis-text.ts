/** Describes where a hypothesis places the cause, and which effect it predicts. */
import type { HypothesisEntry } from "@/lib/contracts/investigations/hypotheses";
import { formatWithUnit } from "@/lib/format/number";
import type { CauseLayer } from "@/lib/model/investigation/hypothesis";
import { formatMeasuredValue } from "./goal-text";

/** Names the layers in which a cause can be. */
export const layerTitles: Readonly<Record<CauseLayer, string>> = {
  application: "Application",
  database: "Database",
  infrastructure: "Infrastructure",
  system: "System",
};

/** Returns a text such as "System, memory capacity. Predicts TTFT p95 50 % lower". */
export function describeHypothesis({
  layer,
  causeClass,
  effect,
}: Pick<HypothesisEntry, "layer" | "causeClass" | "effect">): string {
  const cause = [layerTitles[layer], causeClass].filter((text) => text !== null).join(", ");
  if (effect === null) return cause;
  const amount = formatWithUnit(effect.amountRatio, "ratio", "%");
  return `${cause}. Predicts ${formatMeasuredValue(effect)} ${amount} ${effect.direction}`;
}
