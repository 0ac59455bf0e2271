"use client";

import { ChevronDown } from "lucide-react";
import dynamic from "next/dynamic";
import { minBlocks, minuteMs } from "@/lib/analysis/statistics/blocks/plan-blocks";
import { formatRelativeWindow, formatWindow } from "@/lib/format/time";
import type { WindowExpression } from "@/lib/model/time-window";
import { createLazyPart } from "@/components/ui/lazy-part";
import { PopoverButton } from "@/components/ui/popover-button";
import { ZonedText } from "@/components/shared/zoned-text";
import { useTimeZone } from "@/components/shared/use-time-zone";

const choices = createLazyPart(() =>
  import("@/components/layout/window/window-choices").then((module) => module.WindowChoices),
);
/** The time blocks of a window begin at full minutes, so that 20 complete blocks need up to one minute more. */
const minimum = {
  lengthMs: minBlocks * minuteMs,
  reason: `A comparison needs ${minBlocks} time blocks of at least 1 min.`,
};
const earlierWindows = [
  { from: "now-2h", to: "now-1h", name: "1 h, one hour ago" },
  { from: "now-25h", to: "now-24h", name: "1 h, one day ago" },
  { from: "now-169h", to: "now-168h", name: "1 h, one week ago" },
];
const WindowChoices = dynamic(() => choices.load(), { ssr: false });

interface SideWindowProps {
  readonly name: "Before" | "After";
  readonly window: WindowExpression;
  readonly onChange: (window: WindowExpression) => void;
}

/** Selects start and end of one of the compared windows. */
export function SideWindow({ name, window: { from, to }, onChange }: SideWindowProps) {
  const timeZone = useTimeZone();
  const isAbsolute = /^\d+$/.test(from) && /^\d+$/.test(to);
  return (
    <PopoverButton
      contentPart={choices}
      className="flex w-[min(420px,calc(100vw-24px))] flex-col gap-3 sm:flex-row sm:gap-5"
      triggerProps={{
        label: `Window ${name === "Before" ? "before" : "after"}`,
        className:
          "flex h-7 items-center gap-1 rounded-sm border border-rule-strong bg-sheet px-2 text-sm whitespace-nowrap hover:bg-hover",
        children: (
          <>
            {isAbsolute ? (
              <ZonedText>{formatWindow(Number(from), Number(to), timeZone)}</ZonedText>
            ) : (
              (formatRelativeWindow(from, to) ?? `${from} to ${to}`)
            )}
            <ChevronDown aria-hidden className="size-3.5 text-ink-3" />
          </>
        ),
      }}
    >
      {(close) => (
        <WindowChoices
          from={from}
          to={to}
          timeZone={timeZone}
          minimum={minimum}
          earlierWindows={earlierWindows}
          onChoose={(start, end) => {
            onChange({ from: start, to: end });
            close();
          }}
        />
      )}
    </PopoverButton>
  );
}
