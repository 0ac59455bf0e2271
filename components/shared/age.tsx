"use client";

import { useEffect, useRef } from "react";
import { formatAge } from "@/lib/format/time";

interface AgeProps {
  readonly atMs: number;
  /** Server time of the answer that carries `atMs`, and when it arrived here: ages are told by the server's clock. */
  readonly asOfMs: number;
  /** By this browser's clock; now where the answer is shown as it arrives. One from memory was received before it is shown. */
  readonly receivedAtMs?: number;
  readonly className?: string;
}

const tickMs = 1_000;

/** "4 s ago", ticking by itself: a page does not render again because time passes. */
export function Age({ atMs, asOfMs, receivedAtMs, className }: AgeProps) {
  const element = useRef<HTMLTimeElement>(null);
  useEffect(() => {
    // The outside system is the clock.
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
