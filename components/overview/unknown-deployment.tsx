"use client";

import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { deploymentsQuery } from "@/lib/client/queries/deployments";
import { findScopeError } from "@/lib/client/scope-error";
import { useView } from "@/lib/client/url-state";

/** States that the deployment in the link does not exist. Renders nothing if it exists. */
export function UnknownDeployment() {
  const [view] = useView();
  const linked = useSearchParams().get("d");
  const { data } = useQuery(deploymentsQuery);
  const scopeError = findScopeError(
    { linkedDeployment: linked, deployment: view.d, model: null, instance: null },
    data,
  );
  if (scopeError?.kind !== "no-deployment") return null;
  return (
    <output className="mb-3 block text-xs text-warn">
      The deployment <code className="font-mono break-all">{scopeError.requested}</code> in this link does not
      exist. All deployments are shown.
    </output>
  );
}
