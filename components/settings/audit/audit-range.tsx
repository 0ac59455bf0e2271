"use client";

import { ChevronDown } from "lucide-react";
import dynamic from "next/dynamic";
import type { AuditFilters } from "@/lib/client/audit-url";
import { formatRelativeWindow, formatWindow } from "@/lib/format/time";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { ZonedText } from "@/components/shared/zoned-text";
import { Button } from "@/components/ui/button";
import { createLazyPart } from "@/components/ui/lazy-part";
import { PopoverButton } from "@/components/ui/popover-button";

const choices = createLazyPart(() =>
  import("@/components/layout/window/window-choices").then((module) => module.WindowChoices),
);
const WindowChoices = dynamic(() => choices.load(), { ssr: false });

type Range = Pick<AuditFilters, "from" | "to">;

interface AuditRangeProps {
  readonly range: Range;
  readonly onChoose: (range: Range) => void;
}

/** Selects the time range of the entries. All times are the default. */
export function AuditRange({ range: { from, to }, onChoose }: AuditRangeProps) {
  const timeZone = useTimeZone();
  return (
    <div className="flex flex-col gap-1 text-xs text-ink-2">
      Time range
      <PopoverButton
        contentPart={choices}
        className="flex w-[min(420px,calc(100vw-24px))] flex-col gap-3"
        triggerProps={{
          label: "Time range",
          className:
            "flex h-7 items-center gap-1 rounded-sm border border-rule-strong bg-sheet px-2 text-sm text-ink whitespace-nowrap",
          children: (
            <>
              <ZonedText>{rangeText({ from, to }, timeZone)}</ZonedText>
              <ChevronDown aria-hidden className="size-3.5 text-ink-3" />
            </>
          ),
        }}
      >
        {(close) => (
          <>
            <Button
              variant={from === null ? "selected" : "ghost"}
              className="justify-start"
              onClick={() => {
                onChoose({ from: null, to: null });
                close();
              }}
            >
              All times
            </Button>
            <div className="flex flex-col gap-3 sm:flex-row sm:gap-5">
              <WindowChoices
                from={from ?? ""}
                to={to ?? ""}
                timeZone={timeZone}
                onChoose={(start, end) => {
                  onChoose({ from: start, to: end });
                  close();
                }}
              />
            </div>
          </>
        )}
      </PopoverButton>
    </div>
  );
}

function rangeText({ from, to }: Range, timeZone: string): string {
  if (from === null || to === null) return "All times";
  const isAbsolute = /^\d+$/.test(from) && /^\d+$/.test(to);
  if (isAbsolute) return formatWindow(Number(from), Number(to), timeZone);
  return formatRelativeWindow(from, to) ?? `${from} to ${to}`;
}
