"use client";

import { useEffect, useRef } from "react";
import { formatClock, formatTimeZoneName } from "@/lib/format/time";
import { useTimeZone } from "@/components/shared/use-time-zone";

const tickMs = 1_000;

/** Shows the current local time. */
export function Clock() {
  const timeZone = useTimeZone();
  const element = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    // Synchronises with the system clock.
    const show = (): void => {
      const nowMs = Date.now();
      if (element.current !== null)
        element.current.textContent = `${formatClock(nowMs, timeZone, true)} ${formatTimeZoneName(nowMs, timeZone)}`;
    };
    show();
    const timer = setInterval(show, tickMs);
    return () => clearInterval(timer);
  }, [timeZone]);
  return <span ref={element} role="timer" aria-label="Time" className="tnum font-semibold" />;
}
