"use client";

import { usePathname } from "next/navigation";
import { useSetDocumentTitle } from "@/components/shared/reads/use-set-document-title";
import { titleOfPage } from "./document-title";

/** Names the deployment in the title of the document, if the page shows one. Null leaves the page's title. */
export function useDeploymentDocumentTitle(deploymentTitle: string | null): void {
  const page = titleOfPage(usePathname());
  useSetDocumentTitle({ name: page === null ? null : deploymentTitle, page: page ?? "" });
}
