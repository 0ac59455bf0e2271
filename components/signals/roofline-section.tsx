import dynamic from "next/dynamic";
import type { RefCallback } from "react";

/** Loaded when the section becomes visible, not with the page. */
const UtilisationPanels = dynamic(
  () => import("./utilisation/utilisation-panels").then((module) => module.UtilisationPanels),
  { ssr: false },
);

interface RooflineSectionProps {
  /** Null for a deployment without a roofline. */
  readonly deployment: string | null;
  readonly isInView: boolean;
  readonly observeElement: RefCallback<HTMLElement>;
  readonly onZoom: (startMs: number, endMs: number) => void;
}

/** MFU and MBU on the page's time axis. The section reserves its height until it is loaded. */
export function RooflineSection({ deployment, isInView, observeElement, onZoom }: RooflineSectionProps) {
  if (deployment === null) return null;
  return (
    <section
      ref={observeElement}
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
