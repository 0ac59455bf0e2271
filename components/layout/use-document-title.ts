"use client";

import { usePathname } from "next/navigation";
import { useLayoutEffect } from "react";
import { documentTitle } from "./document-title";

/** Names the deployment in the title of the document, for browser tabs and bookmarks. Null leaves the page's title. */
export function useDocumentTitle(deploymentTitle: string | null): void {
  const pathname = usePathname();
  const title = deploymentTitle === null ? null : documentTitle(pathname, deploymentTitle);
  // A layout effect, so that the observer ends before the next page sets its title.
  useLayoutEffect(() => {
    if (title === null) return;
    const apply = (): void => {
      if (document.title !== title) document.title = title;
    };
    apply();
    // The framework sets the title of a page some time after it shows the page.
    const observer = new MutationObserver(apply);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => {
      observer.disconnect();
      // The framework sets a title only when the page changes.
      if (document.title === title) document.title = title.slice(title.indexOf(" · ") + " · ".length);
    };
  }, [title]);
}
