/** Exports added rows and chosen settings as one document that another installation can import. */
import type { exportRooflineContract } from "@/lib/contracts/roofline/roofline-tables";
import type { RooflineChoice } from "@/lib/model/roofline/roofline-choice";
import { nowMs } from "@/lib/server/clock";
import type { Handler } from "@/lib/server/handler";
import { readKnownDeployments } from "@/lib/services/deployments/known-deployments";
import type { EntryVersion } from "./tables/catalogue";
import { reloadRooflineConfig } from "./roofline-config";

/**
 * Handles the export of added GPUs, added models and deployment settings. Omits settings of deleted
 * deployments, and retired GPUs and models that no setting uses. Throws database-unavailable.
 */
export const exportRoofline: Handler<typeof exportRooflineContract> = async ({ principal }) => {
  const [{ addedEntries, choiceByDeploymentId }, { deployments }] = await Promise.all([
    reloadRooflineConfig(),
    readKnownDeployments(principal.sourceScope),
  ]);
  const settings = deployments.flatMap(({ id, slug }) => {
    const chosen = choiceByDeploymentId.get(id)?.chosen;
    return chosen === undefined || Object.keys(chosen).length === 0
      ? []
      : [{ deployment: slug, chosen: { ...chosen } }];
  });
  const named = (what: "accelerator" | "model") =>
    new Set(settings.map(({ chosen }: { readonly chosen: RooflineChoice }) => chosen[what]));
  const accelerators = selectEntries(addedEntries.accelerators, named("accelerator"));
  const models = selectEntries(addedEntries.models, named("model"));
  const retired = { accelerators: accelerators.retired, models: models.retired };
  const hasRetired = retired.accelerators.length + retired.models.length > 0;
  return {
    kind: "roofline",
    version: 1,
    exportedAtMs: nowMs(),
    accelerators: accelerators.documents,
    models: models.documents,
    ...(hasRetired ? { retired } : {}),
    settings,
  };
};

/** Returns active rows, and retired rows that a setting names. */
function selectEntries<Document>(
  entries: readonly EntryVersion<Document>[],
  named: ReadonlySet<string | undefined>,
): { readonly documents: Document[]; readonly retired: string[] } {
  const exported = entries.filter(({ id, isRetired }) => !isRetired || named.has(id));
  return {
    documents: exported.map(({ document }) => document),
    retired: exported.filter(({ isRetired }) => isRetired).map(({ id }) => id),
  };
}
