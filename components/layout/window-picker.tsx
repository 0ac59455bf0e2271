"use client";

import { ChevronDown, Undo2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { resolveWindow } from "@/lib/model/time-window";
import { formatClock, formatDateTime, formatRelativeWindow, formatZone } from "@/lib/format/time";
import { useView } from "@/lib/client/url-state";
import { Button } from "@/components/ui/button";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { useTimeZone } from "@/components/shared/use-time-zone";

export const relativeWindows = [
  "now-5m",
  "now-15m",
  "now-1h",
  "now-3h",
  "now-6h",
  "now-12h",
  "now-24h",
  "now-2d",
  "now-7d",
  "now-14d",
] as const;

/** What one looks at in time: a relative window, or from and to in the browser's zone; and the way back after a zoom. */
export function WindowPicker() {
  const [view, setView] = useView();
  const router = useRouter();
  const timeZone = useTimeZone();
  const [isOpen, setOpen] = useState(false);
  const choose = (from: string, to: string): void => {
    void setView({ from, to, live: to === "now" ? view.live : null });
    setOpen(false);
  };
  const relative = formatRelativeWindow(view.from, view.to);
  const isAbsolute = /^\d+$/.test(view.from) && /^\d+$/.test(view.to);
  return (
    <div className="flex items-center gap-1">
      <Popover open={isOpen} onOpenChange={setOpen}>
        <PopoverTrigger
          className="flex h-7 items-center gap-1 rounded-sm px-1.5 font-medium whitespace-nowrap hover:bg-hover"
          aria-label="Time window"
        >
          {relative ??
            (isAbsolute
              ? absoluteText(Number(view.from), Number(view.to), timeZone)
              : `${view.from} to ${view.to}`)}
          <ChevronDown aria-hidden className="size-3.5 text-ink-3" />
        </PopoverTrigger>
        <PopoverContent className="flex w-[min(420px,calc(100vw-24px))] flex-col gap-3 sm:flex-row sm:gap-5">
          <ul aria-label="Relative windows" className="grid grid-cols-2 gap-x-1 sm:grid-cols-1">
            {relativeWindows.map((from) => (
              <li key={from}>
                <Button
                  look={view.from === from && view.to === "now" ? "selected" : "ghost"}
                  className="w-full justify-start"
                  onClick={() => choose(from, "now")}
                >
                  {formatRelativeWindow(from, "now")}
                </Button>
              </li>
            ))}
          </ul>
          <AbsoluteForm
            key={`${view.from} ${view.to}`}
            from={view.from}
            to={view.to}
            timeZone={timeZone}
            onChoose={choose}
          />
        </PopoverContent>
      </Popover>
      {isAbsolute && (
        <Button
          look="ghost"
          size="icon-sm"
          aria-label="Back to the window before"
          title="Back to the window before (Z)"
          onClick={() => router.back()}
        >
          <Undo2 aria-hidden className="size-3.5" />
        </Button>
      )}
    </div>
  );
}

function absoluteText(startMs: number, endMs: number, timeZone: string): string {
  return `${formatDateTime(startMs, timeZone)} – ${formatClock(endMs, timeZone)} ${formatZone(endMs, timeZone)}`;
}

interface AbsoluteFormProps {
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
  readonly onChoose: (from: string, to: string) => void;
}

/** "2026-11-19T15:42" in the browser's own zone, as its date inputs want it. */
function toInput(atMs: number): string {
  const local = new Date(atMs - new Date(atMs).getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

function AbsoluteForm({ from, to, timeZone, onChoose }: AbsoluteFormProps) {
  const [openedAtMs] = useState(() => Date.now());
  const shown = resolveWindow({ from, to }, openedAtMs) ?? {
    startMs: openedAtMs - 3_600_000,
    endMs: openedAtMs,
  };
  const [start, setStart] = useState(toInput(shown.startMs));
  const [end, setEnd] = useState(toInput(shown.endMs));
  const [startMs, endMs] = [Date.parse(start), Date.parse(end)];
  const isUsable = resolveWindow({ from: String(startMs), to: String(endMs) }, openedAtMs) !== undefined;
  return (
    <form
      className="flex flex-1 flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (isUsable) onChoose(String(startMs), String(endMs));
      }}
    >
      <label className="flex flex-col gap-1 text-xs text-ink-2">
        From
        <input
          type="datetime-local"
          required
          value={start}
          onChange={(event) => setStart(event.target.value)}
          className="tnum h-7 rounded-sm border border-rule-strong bg-sheet px-2 text-ink"
        />
      </label>
      <label className="flex flex-col gap-1 text-xs text-ink-2">
        To
        <input
          type="datetime-local"
          required
          value={end}
          onChange={(event) => setEnd(event.target.value)}
          className="tnum h-7 rounded-sm border border-rule-strong bg-sheet px-2 text-ink"
        />
      </label>
      <p className="text-2xs text-ink-3">
        {isUsable
          ? `Times are ${timeZone}.`
          : "From must lie at least a minute and at most 92 days before to."}
      </p>
      <Button type="submit" disabled={!isUsable} className="self-start">
        Show
      </Button>
    </form>
  );
}
