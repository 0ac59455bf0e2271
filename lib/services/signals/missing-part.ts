/** A question about a model or an instance that the deployment does not have is answered with that, not with another reason. */
import type { Scope } from "@/lib/model/question";
import type { Reading } from "@/lib/model/reading";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";

/** What the deployment does not have of what is asked for, in words; null where it has it, or where that cannot be told. */
export function missingPart(
  { model, instance }: Scope,
  deployment: Pick<KnownDeployment, "model" | "instances" | "title">,
): string | null {
  const { instances, title } = deployment;
  if (model !== undefined && model !== deployment.model) return `There is no model ${model} in ${title}.`;
  if (instance !== undefined && instances.length > 0 && !instances.includes(instance))
    return `There is no instance ${instance} in ${title} now.`;
  return null;
}

/** A number that was there is told all the same: the instance may have been there then. */
export function withMissingPart(reading: Reading, missing: string | null): Reading {
  if (missing === null || reading.kind === "present" || reading.reason === "not-exposed") return reading;
  return { kind: "absent", reason: "no-series", detail: missing };
}
