"use client";

import { useEffect, useState, type ReactNode, type RefObject } from "react";
import { cn } from "@/components/ui/cn";

interface PanelSummaryLineProps {
  /** Title of the panel. */
  readonly title: string;
  /** Ref to the element with the text only. */
  readonly ref: RefObject<HTMLParagraphElement | null>;
  readonly children: ReactNode;
}

/** Two lines of text-xs. */
const collapsedHeightPixels = 32;

/**
 * Summary under a panel's title. It reserves two lines, so that the chart below does not move. A button expands
 * longer text for mouse, keyboard and touch.
 */
export function PanelSummaryLine({ title, ref, children }: PanelSummaryLineProps) {
  const [isLong, setLong] = useState(false);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const paragraph = ref.current;
    if (paragraph === null) return undefined;
    // Line breaks depend on the layout, and parts of the text load later.
    const observer = new ResizeObserver(() => setLong(paragraph.offsetHeight > collapsedHeightPixels));
    observer.observe(paragraph);
    return () => observer.disconnect();
  }, [ref]);
  return (
    <div className="relative text-xs leading-4 text-ink-2">
      <div className={cn("min-h-8", !isOpen && "h-8 overflow-hidden print:h-auto")}>
        {isLong && !isOpen && (
          // Reserves the end of the second line for the button, so that the text ends with a complete word.
          <>
            <span aria-hidden className="float-right h-4 w-px" />
            <span aria-hidden className="float-right clear-right h-4 w-14" />
          </>
        )}
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
            "flex h-6 items-center text-accent hover:underline print:hidden",
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
