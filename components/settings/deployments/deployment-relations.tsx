import type { ReactNode } from "react";
import type { ReviewableDeployment } from "@/lib/contracts/discovery";
import { isolateDirection } from "@/components/shared/isolated-text";

const titles = (list: ReviewableDeployment["parts"]): ReactNode =>
  isolateDirection(list.map(({ title }) => title).join(", "));

/** Shows other deployments that count the same requests and how double counting is avoided. */
export function DeploymentRelations({ deployment }: { readonly deployment: ReviewableDeployment }) {
  const { gateways, backends, overlaps, parts, managedBy } = deployment;
  return (
    <div className="text-xs text-ink-2">
      {managedBy === "file" && (
        <p>The configuration file defines this deployment. Only its team is chosen here.</p>
      )}
      {parts.length > 0 && <p>This deployment includes the pools of {titles(parts)}.</p>}
      {gateways.length > 0 && (
        <p>
          This deployment is behind {titles(gateways)}. The overview counts each request once, at the gateway.
        </p>
      )}
      {backends.length > 0 && (
        <p>
          This deployment is in front of {titles(backends)}. Each request is counted once. You can merge this
          gateway into the engine deployment as its router.
        </p>
      )}
      {overlaps.length > 0 && (
        <p className="text-warn">
          The selectors match some of the same series as {titles(overlaps)}, so these series are counted
          twice. Narrow the selectors, merge the deployments, or hide one of them.
        </p>
      )}
    </div>
  );
}
