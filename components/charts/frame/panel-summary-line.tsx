"use client";

import { useEffect, useState, type ReactNode, type RefObject } from "react";
import { cn } from "@/components/ui/cn";

interface PanelSummaryLineProps {
  /** Of the panel. */
  readonly title: string;
  /** For the element that holds the words and nothing else. */
  readonly ref: RefObject<HTMLParagraphElement | null>;
  readonly children: ReactNode;
}

/** Two lines of text-xs. */
const collapsedHeightPixels = 32;

/**
 * Under a panel's title: two lines are kept free for it, so that the chart below never moves by itself. What needs more is opened
 * by a button, which a finger, a key and a mouse reach alike.
 */
export function PanelSummaryLine({ title, ref, children }: PanelSummaryLineProps) {
  const [isLong, setLong] = useState(false);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const paragraph = ref.current;
    if (paragraph === null) return undefined;
    // Only the document knows how the words break, and parts of them load on their own.
    const observer = new ResizeObserver(() => setLong(paragraph.offsetHeight > collapsedHeightPixels));
    observer.observe(paragraph);
    return () => observer.disconnect();
  }, [ref]);
  return (
    <div className="relative text-xs leading-4 text-ink-2">
      <div className={cn("min-h-8", !isOpen && "h-8 overflow-hidden")}>
        <p ref={ref} className="wrap-anywhere">
          {children}
        </p>
      </div>
      {isLong && (
        <button
          type="button"
          aria-expanded={isOpen}
          aria-label={`${isOpen ? "less" : "more"} on ${title}`}
          className={cn(
            "flex h-6 items-center text-accent hover:underline",
            !isOpen && "absolute right-0 -bottom-1",
          )}
          onClick={() => setOpen(!isOpen)}
        >
          <span className={cn(!isOpen && "bg-paper pl-1.5")}>{isOpen ? "less" : "… more"}</span>
        </button>
      )}
    </div>
  );
}
