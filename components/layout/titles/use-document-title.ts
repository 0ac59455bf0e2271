"use client";

import { usePathname } from "next/navigation";
import { useTitle } from "@/components/shared/reads/use-title";
import { titleOfPage } from "./document-title";

/** Names the deployment in the title of the document, if the page shows one. Null leaves the page's title. */
export function useDocumentTitle(deploymentTitle: string | null): void {
  const page = titleOfPage(usePathname());
  useTitle({ name: page === null ? null : deploymentTitle, page: page ?? "" });
}
