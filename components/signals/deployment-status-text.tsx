"use client";

import { useQuery } from "@tanstack/react-query";
import { deploymentsQuery } from "@/lib/client/queries/deployments";
import { Age } from "@/components/shared/age";

interface DeploymentStatusTextProps {
  readonly slug: string | null;
  /** What stands there while nothing is known of how it stands. */
  readonly fallback: string;
}

/** Why a deployment is on no list: gone since when, or hidden. */
export function DeploymentStatusText({ slug, fallback }: DeploymentStatusTextProps) {
  const { data } = useQuery(deploymentsQuery);
  const found = data?.deployments.find((one) => one.slug === slug);
  if (data === undefined || found === undefined) return fallback;
  if (found.absentSinceMs !== null)
    return (
      <span>
        Gone: its source answers, but has not seen it since{" "}
        <Age atMs={found.absentSinceMs} asOfMs={data.asOfMs} />
      </span>
    );
  return found.isListed ? fallback : "Hidden from the overview and the pickers";
}
