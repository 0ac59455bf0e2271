import { unknownHeatmaps } from "./unknown-heatmaps";

/** What the link asks to see as a heatmap and cannot. */
export function HeatNotice({ heat }: { readonly heat: readonly string[] }) {
  return unknownHeatmaps(heat).map((sentence) => (
    <output key={sentence} className="mb-3 block text-xs text-warn">
      {sentence}
    </output>
  ));
}
