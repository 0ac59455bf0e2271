import dynamic from "next/dynamic";
import type { RefCallback } from "react";

/** They come when their section comes into view, never with the page. */
const UtilisationPanels = dynamic(
  () => import("./utilisation/utilisation-panels").then((module) => module.UtilisationPanels),
  { ssr: false },
);

interface RooflineSectionProps {
  /** Null for what has none. */
  readonly deployment: string | null;
  readonly isInView: boolean;
  readonly watch: RefCallback<HTMLElement>;
  readonly onZoom: (startMs: number, endMs: number) => void;
}

/** What the model uses of its hardware, on the page's axis; its place is kept until it is read. */
export function RooflineSection({ deployment, isInView, watch, onZoom }: RooflineSectionProps) {
  if (deployment === null) return null;
  return (
    <section
      ref={watch}
      aria-labelledby="section-roofline"
      className="min-h-72 border-t border-rule pt-4 pb-8"
    >
      <h2 id="section-roofline" className="mb-4 text-xs font-medium text-ink-2">
        Roofline
      </h2>
      {isInView && <UtilisationPanels deployment={deployment} onZoom={onZoom} />}
    </section>
  );
}
