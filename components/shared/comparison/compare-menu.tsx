"use client";

import { ChevronDown } from "lucide-react";
import dynamic from "next/dynamic";
import { formatDateTime, formatLongDuration } from "@/lib/format/time";
import { oneDayEarlier, parseEarlierMs } from "@/lib/model/comparison/compared-window";
import type { TimeExpression } from "@/lib/model/time-window";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { createLazyPart } from "@/components/ui/lazy-part";
import { PopoverButton } from "@/components/ui/popover-button";

/** Loaded on first use. */
const parts = createLazyPart(() => import("./compare-choices"));
const CompareChoices = dynamic(() => parts.load().then((module) => module.CompareChoices), { ssr: false });

interface CompareMenuProps {
  readonly comparison: string | null;
  /** Why the selected comparison is not possible, or null. */
  readonly error: string | null;
  /** Start of the displayed window. */
  readonly from: TimeExpression;
  readonly onChoose: (comparison: string | null) => void;
}

const choices = [
  [null, "No comparison"],
  ["previous", "Previous period"],
  [oneDayEarlier, "Same window 24 h earlier"],
  ["weekday", "Same window one week earlier"],
] as const;

/** Selects the window that is drawn behind every line for comparison. */
export function CompareMenu({ comparison, error, from, onChoose }: CompareMenuProps) {
  const timeZone = useTimeZone();
  const name = comparisonName(comparison, timeZone);
  return (
    <PopoverButton
      className="flex w-72 flex-col gap-1"
      contentPart={parts}
      triggerProps={{
        label: "Compare with",
        className: "flex h-7 items-center gap-1 rounded-sm px-1.5 text-ink-2 hover:bg-hover",
        children: (
          <>
            Compare with <span className="max-w-52 truncate font-medium text-ink">{name}</span>
            <ChevronDown aria-hidden className="size-3.5 shrink-0 text-ink-3" />
          </>
        ),
      }}
    >
      {(close) => (
        <CompareChoices
          choices={choices}
          comparison={comparison}
          error={error}
          from={from}
          onChoose={(next) => {
            onChoose(next);
            close();
          }}
        />
      )}
    </PopoverButton>
  );
}

function comparisonName(comparison: string | null, timeZone: string): string {
  const known = choices.find(([value]) => value === comparison)?.[1];
  if (known !== undefined || comparison === null) return (known ?? "").toLowerCase();
  const shiftMs = parseEarlierMs(comparison);
  if (shiftMs !== null) return `${formatLongDuration(shiftMs)} earlier`;
  return `from ${formatDateTime(Number(comparison), timeZone)}`;
}
