"use client";

import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { deploymentsQuery } from "@/lib/client/queries/deployments";
import { findScopeError } from "@/lib/client/scope-error";
import { useView } from "@/lib/client/url-state";

/** That the deployment of the link is not there, so that nobody takes what is shown for it; nothing where it is. */
export function UnknownDeployment() {
  const [view] = useView();
  const linked = useSearchParams().get("d");
  const { data } = useQuery(deploymentsQuery);
  const scopeError = findScopeError({ linked, d: view.d, m: null, i: null }, data);
  if (scopeError?.kind !== "no-deployment") return null;
  return (
    <output className="mb-3 block text-xs text-warn">
      There is no deployment <code className="font-mono break-all">{scopeError.requested}</code>, which this
      link names. All that are known are shown.
    </output>
  );
}
