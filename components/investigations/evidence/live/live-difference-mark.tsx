"use client";

import type { LiveCheck } from "@/lib/contracts/investigations/live-evidence";
import { ShapeMark, type StatusShape } from "@/components/shared/status-mark";
import { cn } from "@/components/ui/cn";
import { useLiveCheck, type LiveCheckSubject } from "./use-live-check";

interface Mark {
  readonly shape: StatusShape;
  readonly text: string;
  readonly className: string;
}

const marks: Readonly<Partial<Record<LiveCheck["state"], Mark>>> = {
  differs: { shape: "unusual", text: "live now differs", className: "text-warn" },
  unavailable: { shape: "unknown", text: "live source unavailable", className: "text-ink-2" },
};

/**
 * States next to the title that the present data of the source differ from the stored data, or cannot be
 * read.
 */
export function LiveDifferenceMark(subject: LiveCheckSubject) {
  const { check } = useLiveCheck(subject);
  const mark = check === null ? undefined : marks[check.state];
  if (mark === undefined) return null;
  return (
    <span className={cn("inline-flex items-center gap-1.5 text-xs whitespace-nowrap", mark.className)}>
      <ShapeMark shape={mark.shape} className="size-2.5" />
      {mark.text}
    </span>
  );
}
