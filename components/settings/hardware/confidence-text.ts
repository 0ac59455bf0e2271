import type { FactConfidence } from "@/lib/model/roofline/accelerator";

/**
 * Returns how reliable a figure is, as text. Figures that were not compared with a source are "unverified".
 */
export function confidenceText(confidence: FactConfidence): string {
  return confidence === "from-memory" ? "unverified" : confidence.replaceAll("-", " ");
}
