"use client";

import { useSyncExternalStore, type ReactNode } from "react";

const never = () => () => undefined;

/** Shows times once the browser has rendered them. The server, which renders documents, does not know the time zone. */
export function ZonedText({ children }: { readonly children: ReactNode }) {
  const isBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return <span className={isBrowser ? undefined : "invisible"}>{children}</span>;
}
