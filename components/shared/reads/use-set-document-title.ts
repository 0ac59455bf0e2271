"use client";

import { useLayoutEffect } from "react";

interface DocumentTitle {
  /** Name of the displayed object, such as a deployment or a baseline. Null leaves the page's title. */
  readonly name: string | null;
  readonly page: string;
}

/** Sets the title of the document to "chat-70b · Signals · Ridgepoint", for browser tabs and bookmarks. */
export function useSetDocumentTitle({ name, page }: DocumentTitle): void {
  const pageTitle = `${page} · Ridgepoint`;
  const title = name === null ? null : `${name} · ${pageTitle}`;
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
      if (document.title === title) document.title = pageTitle;
    };
  }, [title, pageTitle]);
}
