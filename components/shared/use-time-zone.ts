"use client";

import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** To ask the browser takes a sixth of a millisecond, and every chart and label asks at each rendering. */
const heldMs = 60_000;
let held: { readonly zone: string; readonly atMs: number } | undefined;

function browserZone(): string {
  const nowMs = performance.now();
  if (held === undefined || nowMs - held.atMs > heldMs)
    held = { zone: Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC", atMs: nowMs };
  return held.zone;
}

/** The zone times are shown in: the browser's; UTC until the browser is known. */
export function useTimeZone(): string {
  return useSyncExternalStore(never, browserZone, () => "UTC");
}
