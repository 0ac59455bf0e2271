/** What a link asks to see as a heatmap and cannot, each in a sentence. Pure. */
import { canBeHeatmap } from "./can-be-heatmap";
import { panels } from "./panels";

/** `heat` as the link has it; none for panels that have a distribution. */
export function heatmapLinkErrors(heat: readonly string[]): readonly string[] {
  return heat.flatMap((id) => {
    const panel = panels.find((one) => one.id === id);
    if (panel === undefined)
      return [`This link asks for “${id}” as a heatmap, and there is no such panel: it is left out.`];
    if (canBeHeatmap(panel)) return [];
    return [
      `This link asks for ${panel.title} as a heatmap, and it has no distribution: it is shown as usual.`,
    ];
  });
}
