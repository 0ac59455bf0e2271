"use client";

import { useSyncExternalStore } from "react";

const never = () => () => undefined;
const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

/** The zone times are shown in: the browser's; UTC until the browser is known. */
export function useTimeZone(): string {
  return useSyncExternalStore(never, browserZone, () => "UTC");
}
