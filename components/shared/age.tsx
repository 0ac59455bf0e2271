"use client";

import { useEffect, useRef } from "react";
import { formatAge } from "@/lib/format/time";

interface AgeProps {
  readonly atMs: number;
  /** Server time of the response. Ages are computed with the server's clock. */
  readonly asOfMs: number;
  /** Browser time at which the response was received. Defaults to now. Cached responses were received earlier. */
  readonly receivedAtMs?: number;
  readonly className?: string;
}

const tickMs = 1_000;

/** Shows an age such as "4 s ago" that updates without rendering the page again. */
export function Age({ atMs, asOfMs, receivedAtMs, className }: AgeProps) {
  const element = useRef<HTMLTimeElement>(null);
  useEffect(() => {
    // Synchronises with the system clock.
    const waitedMs = receivedAtMs === undefined ? 0 : Math.max(0, Date.now() - receivedAtMs);
    const arrivedMs = performance.now() - waitedMs;
    const show = (): void => {
      if (element.current !== null)
        element.current.textContent = formatAge(asOfMs - atMs + performance.now() - arrivedMs);
    };
    show();
    const timer = setInterval(show, tickMs);
    return () => clearInterval(timer);
  }, [atMs, asOfMs, receivedAtMs]);
  return (
    <time ref={element} className={className} dateTime={new Date(atMs).toISOString()}>
      {formatAge(Math.max(0, asOfMs - atMs))}
    </time>
  );
}
