"use client";

import { usePathname } from "next/navigation";
import { useEffect } from "react";
import { documentTitle } from "./document-title";

/** Names the deployment in the title of the document, for browser tabs and bookmarks. Null leaves the page's title. */
export function useDocumentTitle(deploymentTitle: string | null): void {
  const pathname = usePathname();
  const title = deploymentTitle === null ? null : documentTitle(pathname, deploymentTitle);
  useEffect(() => {
    if (title !== null) document.title = title;
  }, [title]);
}
