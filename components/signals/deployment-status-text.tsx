"use client";

import { useQuery } from "@tanstack/react-query";
import { deploymentsQuery } from "@/lib/client/queries/deployments";
import { Age } from "@/components/shared/age";

interface DeploymentStatusTextProps {
  readonly slug: string | null;
  /** Text shown while the deployment's status is unknown. */
  readonly fallback: string;
}

/** Shows why a deployment is not listed: it disappeared from its source, or it is hidden. */
export function DeploymentStatusText({ slug, fallback }: DeploymentStatusTextProps) {
  const { data } = useQuery(deploymentsQuery);
  const found = data?.deployments.find((one) => one.slug === slug);
  if (data === undefined || found === undefined) return fallback;
  if (found.inactiveSinceMs !== null)
    return (
      <span>
        Missing: its source responds, but has had no samples of this deployment since{" "}
        <Age atMs={found.inactiveSinceMs} asOfMs={data.asOfMs} />
      </span>
    );
  return found.isListed ? fallback : "Hidden from the overview and from menus";
}
