import type { ReactNode } from "react";
import type { Proposal } from "@/lib/contracts/discovery";
import { isolated } from "@/components/shared/isolated-text";

const titles = (list: Proposal["parts"]): ReactNode => isolated(list.map(({ title }) => title).join(", "));

/** What counts the same requests, and how that is resolved. */
export function DeploymentRelations({ deployment }: { readonly deployment: Proposal }) {
  const { gateways, backends, overlaps, parts, managedBy } = deployment;
  return (
    <div className="text-xs text-ink-2">
      {managedBy === "file" && <p>Stands in the configuration file, read-only here.</p>}
      {parts.length > 0 && <p>With the pools of {titles(parts)}.</p>}
      {gateways.length > 0 && <p>Behind {titles(gateways)}: the overview counts each request once, there.</p>}
      {backends.length > 0 && (
        <p>
          In front of {titles(backends)}: kept apart, each request counts once; or merge it in as the router.
        </p>
      )}
      {overlaps.length > 0 && (
        <p className="text-warn">
          Finds some of the same series as {titles(overlaps)}: those count twice. Narrow the selectors, merge
          them, or hide one.
        </p>
      )}
    </div>
  );
}
