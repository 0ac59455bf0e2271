"use client";

import { useSyncExternalStore, type ReactNode } from "react";

const never = () => () => undefined;

/** Returns false on the server and without scripts, true once the browser runs the page. */
export function useIsBrowser(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/** Shows times once the browser has rendered them. The server, which renders documents, does not know the time zone. */
export function ZonedText({ children }: { readonly children: ReactNode }) {
  const isBrowser = useIsBrowser();
  return <span className={isBrowser ? undefined : "invisible"}>{children}</span>;
}
