import { heatmapLinkErrors } from "./heatmap-link-errors";

/** Lists the heatmaps that the link requests and that cannot be shown. */
export function HeatmapNotice({ heatmapPanelIds }: { readonly heatmapPanelIds: readonly string[] }) {
  return heatmapLinkErrors(heatmapPanelIds).map((sentence) => (
    <output key={sentence} className="mb-3 block text-xs text-warn">
      {sentence}
    </output>
  ));
}
