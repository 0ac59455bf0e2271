/** Marks of a panel whose value is over the limit of the deployment, or outside its usual range. */
import type { Answer } from "@/lib/model/answer";
import type { PanelStatusLabel } from "@/components/charts/frame/panel-frame";
import type { Panel } from "./panels";

/** Mark of a value outside its usual range. */
export const unusualLabel: PanelStatusLabel = { shape: "unusual", word: "unusual" };

/** Returns the mark of a value over the limit. Null if the value is not over the limit. */
export function findOverLimitLabel({ limit }: Pick<Panel, "limit">, answer: Answer): PanelStatusLabel | null {
  if (limit === undefined) return null;
  const judged = answer.series.find((series) => series.statistic === limit.statistic);
  const isOver = judged?.headline.kind === "present" && judged.headline.value > limit.value;
  return isOver ? { shape: "over", word: "over limit" } : null;
}
