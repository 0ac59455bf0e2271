"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useSearchParams } from "next/navigation";
import type { ReactNode } from "react";
import { deploymentsQuery } from "@/lib/client/queries/deployments";
import { findScopeError } from "@/lib/client/scope-error";
import { useView } from "@/lib/client/url-state";

/** Only a link that names what is not there needs it. */
const UnknownScope = dynamic(() => import("./unknown-scope").then((module) => module.UnknownScope), {
  ssr: false,
});

/** A room for the deployment that the link names; where there is no such thing, that and the ways back. */
export function KnownScope({ children }: { readonly children: ReactNode }) {
  const [view] = useView();
  const linked = useSearchParams().get("d");
  const { data } = useQuery(deploymentsQuery);
  const scopeError = findScopeError({ linked, d: view.d, m: view.m, i: view.i }, data);
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
