/** Explains a missing value if the question names a model or instance that the deployment does not have. */
import type { Scope } from "@/lib/model/question";
import type { Reading } from "@/lib/model/reading";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";

/**
 * Returns a sentence that the deployment does not have the requested model or instance. Null if it has it, or
 * if that is unknown.
 */
export function describeUnknownScope(
  { model, instance }: Scope,
  deployment: Pick<KnownDeployment, "model" | "instances" | "title">,
): string | null {
  const { instances, title } = deployment;
  if (model !== undefined && model !== deployment.model) return `${title} has no model ${model}.`;
  if (instance !== undefined && instances.length > 0 && !instances.includes(instance))
    return `${title} currently has no instance ${instance}.`;
  return null;
}

/**
 * Gives the sentence of `describeUnknownScope` as the reason of an absent value. Present values stay, because
 * the model or instance may have existed earlier. Null means that the model or instance exists.
 */
export function withUnknownScopeReason(reading: Reading, missingPart: string | null): Reading {
  if (missingPart === null || reading.kind === "present" || reading.reason === "not-exposed") return reading;
  return { kind: "absent", reason: "no-series", detail: missingPart };
}
