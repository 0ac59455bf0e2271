"use client";

import { useSyncExternalStore } from "react";

/** Cached, because reading the time zone takes about 0.17 ms and every chart and label needs it at each rendering. */
const cachedMs = 60_000;
let held: { readonly zone: string; readonly atMs: number } | undefined;
const listeners = new Set<() => void>();

function subscribeToTimeZone(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Returns the time zone for displayed times in the browser: the zone of the person's profile, or the zone of the
 * browser if the person chose none.
 */
export function readTimeZone(): string {
  const nowMs = performance.now();
  if (held === undefined || nowMs - held.atMs > cachedMs)
    held = { zone: resolveZone(globalThis.document?.documentElement.dataset["timeZone"]), atMs: nowMs };
  return held.zone;
}

/** Returns the time zone of the browser without a zone, and for a zone that only the server knows. */
function resolveZone(timeZone?: string): string {
  try {
    return Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone || "UTC";
  } catch {
    return resolveZone();
  }
}

/** Returns the time zone of the browser. */
export function readBrowserTimeZone(): string {
  return resolveZone();
}

/** Sets the time zone of all displayed times. Null selects the zone of the browser. */
export function setPersonTimeZone(zone: string | null): void {
  const { dataset } = document.documentElement;
  if (zone === null) delete dataset["timeZone"];
  else dataset["timeZone"] = zone;
  held = undefined;
  for (const listener of listeners) listener();
}

/**
 * Returns the time zone for displayed times: the zone of the person's profile or of the browser. On the server it is
 * UTC.
 */
export function useTimeZone(): string {
  return useSyncExternalStore(subscribeToTimeZone, readTimeZone, () => "UTC");
}
