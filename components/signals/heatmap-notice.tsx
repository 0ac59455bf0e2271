import { heatmapLinkErrors } from "./heatmap-link-errors";

/** What the link asks to see as a heatmap and cannot. */
export function HeatmapNotice({ heat }: { readonly heat: readonly string[] }) {
  return heatmapLinkErrors(heat).map((sentence) => (
    <output key={sentence} className="mb-3 block text-xs text-warn">
      {sentence}
    </output>
  ));
}
