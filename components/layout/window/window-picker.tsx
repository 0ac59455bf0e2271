"use client";

import { ChevronDown, Undo2 } from "lucide-react";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { formatRelativeWindow, formatWindow } from "@/lib/format/time";
import { useView } from "@/lib/client/url-state";
import { Button } from "@/components/ui/button";
import { useFreshness } from "@/components/layout/freshness";
import { createLazyPart } from "@/components/ui/lazy-part";
import { PopoverButton } from "@/components/ui/popover-button";
import { ZonedText } from "@/components/shared/zoned-text";
import { useTimeZone } from "@/components/shared/use-time-zone";

const choices = createLazyPart(() => import("./window-choices").then((module) => module.WindowChoices));
const WindowChoices = dynamic(() => choices.load(), { ssr: false });

/** Returns whether the page has shown another window since it was opened. */
function useHasPreviousWindow(currentWindow: string): boolean {
  const [state, setState] = useState({ window: currentWindow, isLater: false });
  if (state.window === currentWindow) return state.isLater;
  setState({ window: currentWindow, isLater: true });
  return true;
}

/** Lets the user select the time window and, after a zoom, return to the previous window. */
export function WindowPicker() {
  const [{ from, to, live }, setView] = useView();
  const router = useRouter();
  const timeZone = useTimeZone();
  const window = `${from} to ${to}`;
  const hasPrevious = useHasPreviousWindow(window);
  const isAbsolute = /^\d+ to \d+$/.test(window);
  const { freshness } = useFreshness();
  return (
    <div className="flex items-center gap-1">
      <PopoverButton
        contentPart={choices}
        className="flex w-[min(420px,calc(100vw-24px))] flex-col gap-3 sm:flex-row sm:gap-5"
        triggerProps={{
          label: "Time window",
          className:
            "flex h-7 items-center gap-1 rounded-sm px-1.5 font-medium whitespace-nowrap hover:bg-hover",
          children: (
            <>
              {formatRelativeWindow(from, to) ??
                (isAbsolute ? (
                  <ZonedText>{formatWindow(Number(from), Number(to), timeZone)}</ZonedText>
                ) : (
                  window
                ))}
              <ChevronDown aria-hidden className="size-3.5 text-ink-3" />
            </>
          ),
        }}
      >
        {(close) => (
          <WindowChoices
            freshness={freshness}
            from={from}
            to={to}
            timeZone={timeZone}
            onChoose={(start, end) => {
              void setView({ from: start, to: end, live: end === "now" ? live : null });
              close();
            }}
          />
        )}
      </PopoverButton>
      {isAbsolute && hasPrevious && (
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label="Back to previous window"
          title="Back to previous window (Z)"
          onClick={() => router.back()}
        >
          <Undo2 aria-hidden className="size-3.5" />
        </Button>
      )}
    </div>
  );
}
