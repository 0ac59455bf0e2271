/** The sentence for a deployment whose targets serve other models. Prepared on the server, for all pages. */
import type { Sentence } from "@/lib/model/sentence";
import type { StatusNumbers } from "@/lib/model/status/status-facts";
import { textPart } from "./sentence-parts";

/**
 * Returns the sentence that the targets serve another model; undefined when they serve the deployment's
 * model, or when that is unknown.
 */
export function otherModelSentence({
  targets,
  servedModels = [],
}: Pick<StatusNumbers, "targets" | "servedModels">): Sentence | undefined {
  if (targets !== "other-model") return undefined;
  const names = servedModels.map((model) => `"${model}"`).join(", ");
  const noun = servedModels.length === 1 ? "the model" : "the models";
  return [
    textPart(`Its targets now serve ${noun} ${names}. If the model was renamed, hide this deployment.`),
  ];
}
