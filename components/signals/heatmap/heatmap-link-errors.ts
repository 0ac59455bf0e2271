/** Errors for panels that a link requests as a heatmap and that cannot be one. Pure. */
import { canBeHeatmap } from "./can-be-heatmap";
import { panels } from "@/components/signals/panels/panels";

/** Returns one sentence for each panel id of the URL parameter `heat` that has no heatmap. */
export function heatmapLinkErrors(panelIds: readonly string[]): readonly string[] {
  return panelIds.flatMap((id) => {
    const panel = panels.find((one) => one.id === id);
    if (panel === undefined)
      return [`This link requests a heatmap of “${id}”, but no such panel exists. It is ignored.`];
    if (canBeHeatmap(panel)) return [];
    return [
      `This link requests a heatmap of ${panel.title}, but this signal has no distribution. Its lines are shown.`,
    ];
  });
}
