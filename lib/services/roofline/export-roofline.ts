/** Everything that people said for the roofline, as one document that another installation can take. */
import type { exportRooflineContract } from "@/lib/contracts/roofline-tables";
import { nowMs } from "@/lib/server/clock";
import type { Handler } from "@/lib/server/handler";
import { knownDeployments } from "@/lib/services/deployments/known-deployments";
import { rereadRooflineBook } from "./roofline-book";

/** Retired rows and settings of deployments that are gone are left out. Throws database-unavailable. */
export const exportRoofline: Handler<typeof exportRooflineContract> = async () => {
  const [{ added, choices }, { deployments }] = await Promise.all([rereadRooflineBook(), knownDeployments()]);
  const present = <D>(entries: readonly { readonly isRetired: boolean; readonly document: D }[]): D[] =>
    entries.filter(({ isRetired }) => !isRetired).map(({ document }) => document);
  return {
    kind: "roofline",
    version: 1,
    exportedAtMs: nowMs(),
    accelerators: present(added.accelerators),
    models: present(added.models),
    settings: deployments.flatMap(({ id, slug }) => {
      const chosen = choices.get(id)?.chosen;
      return chosen === undefined || Object.keys(chosen).length === 0
        ? []
        : [{ deployment: slug, chosen: { ...chosen } }];
    }),
  };
};
