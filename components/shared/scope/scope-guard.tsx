"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useSearchParams } from "next/navigation";
import type { ReactNode } from "react";
import { deploymentsQuery } from "@/lib/client/queries/deployments";
import { findScopeError } from "@/lib/client/scope-error";
import { useView } from "@/lib/client/url-state";

/** Loaded only for links to an unknown deployment, model or instance. */
const UnknownScope = dynamic(() => import("./unknown-scope").then((module) => module.UnknownScope), {
  ssr: false,
});

/** Renders the page if the linked deployment exists. Otherwise shows an error with links to known deployments. */
export function ScopeGuard({ children }: { readonly children: ReactNode }) {
  const [view] = useView();
  const linked = useSearchParams().get("d");
  const { data } = useQuery(deploymentsQuery);
  const scopeError = findScopeError(
    { linkedDeployment: linked, deployment: view.d, model: view.m, instance: view.i },
    data,
  );
  const isShown = scopeError === undefined || scopeError.kind === "no-instance";
  return (
    <>
      {scopeError !== undefined && (
        <UnknownScope scopeError={scopeError} deployments={data?.deployments ?? []} view={view} />
      )}
      {isShown && children}
    </>
  );
}
