import { heatmapLinkErrors } from "./heatmap-link-errors";

/** Lists the heatmaps that the link requests and that cannot be shown. */
export function HeatmapNotice({ heat }: { readonly heat: readonly string[] }) {
  return heatmapLinkErrors(heat).map((sentence) => (
    <output key={sentence} className="mb-3 block text-xs text-warn">
      {sentence}
    </output>
  ));
}
