/** Formats where the values of a GPU or model are from. */
import type { FactConfidence } from "./accelerator";

/** Some entries list a remark among their sources: that the values were not compared with a document. */
const isRemark = (source: string): boolean => source.startsWith("not compared with ");

/** Text before the list of sources, without the plural s. */
const confidenceTexts: { readonly [Confidence in FactConfidence]: string } = {
  "second-source": "Unverified. Secondary source",
  inferred: "Computed from other values. Source",
  "from-memory": "Unverified. Source",
  conflicting: "The sources disagree. Source",
  estimate: "Estimate. Source",
  stated: "Source",
};

/**
 * Returns the confidence, the sources and the remarks, such as "Unverified. Secondary sources: A; B". Without a document as a source: "Unverified: not compared with the vendor's data sheet".
 */
export function formatFactSources(confidence: FactConfidence, sources: readonly string[]): string {
  const documents = sources.filter((source) => !isRemark(source));
  const remarks = sources.filter(isRemark);
  if (documents.length === 0) return `Unverified: ${remarks.join("; ")}`;
  const title = `${confidenceTexts[confidence]}${documents.length === 1 ? "" : "s"}`;
  const addedRemarks = confidence === "from-memory" ? [] : remarks.map(capitalise);
  return [`${title}: ${documents.join("; ")}`, ...addedRemarks].join(". ");
}

const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
