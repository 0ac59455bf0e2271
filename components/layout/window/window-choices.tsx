"use client";

import { useState } from "react";
import { formatDuration, formatRelativeWindow } from "@/lib/format/time";
import { resolveWindow, type WindowExpression } from "@/lib/model/time-window";
import { formatDateInput, parseDateInputMs, validatedDateTimeInput } from "@/components/shared/date-input";
import { Button } from "@/components/ui/button";
import { Field, fieldClasses } from "@/components/ui/field";
import type { DataFreshness } from "@/components/layout/freshness";
import { FixedLinkField } from "./fixed-link-field";
import { relativeWindows } from "./relative-windows";

interface WindowChoicesProps {
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
  /** Windows in the past that are offered after the windows up to now. */
  readonly earlierWindows?: readonly NamedWindow[];
  /** Shortest usable window, and the reason. Absent: every window can be selected. */
  readonly minimum?: WindowMinimum;
  /** Age of the page's data. Present if the window is the one of the page, whose link can be copied with fixed times. */
  readonly freshness?: DataFreshness | null;
  readonly onChoose: (from: string, to: string) => void;
}

/** Window with a name that is easier to find than its times. */
export interface NamedWindow extends WindowExpression {
  readonly name: string;
}

/** Minimum length of a window, and a sentence that explains it. */
export interface WindowMinimum {
  readonly lengthMs: number;
  readonly reason: string;
}

const untilNow: readonly NamedWindow[] = relativeWindows.map((from) => ({
  from,
  to: "now",
  name: formatRelativeWindow(from, "now") ?? from,
}));

/** Selects a relative time window, or start and end in the given time zone. */
export function WindowChoices(props: WindowChoicesProps) {
  const { from, to, earlierWindows = [], minimum, freshness, onChoose } = props;
  return (
    <>
      <div>
        <ul aria-label="Relative time windows" className="grid grid-cols-2 gap-x-1 sm:grid-cols-1">
          {[...untilNow, ...earlierWindows].map((one) => (
            <li key={`${one.from} ${one.to}`}>
              <Button
                variant={from === one.from && to === one.to ? "selected" : "ghost"}
                className="w-full justify-start"
                title={formatRelativeWindow(one.from, one.to)}
                disabled={isTooShort(one, 0, minimum)}
                onClick={() => onChoose(one.from, one.to)}
              >
                {one.name}
              </Button>
            </li>
          ))}
        </ul>
        {minimum !== undefined && <p className="max-w-40 px-2 pt-1 text-2xs text-ink-3">{minimum.reason}</p>}
      </div>
      <div className="flex flex-1 flex-col gap-3">
        <AbsoluteForm key={`${from} ${to}`} {...props} />
        {freshness !== undefined && (
          <div className="border-t border-rule pt-2">
            <FixedLinkField window={props} freshness={freshness} />
          </div>
        )}
      </div>
    </>
  );
}

function isTooShort(window: WindowExpression, nowMs: number, minimum: WindowMinimum | undefined): boolean {
  const resolved = resolveWindow(window, nowMs);
  return (
    minimum !== undefined && resolved !== undefined && resolved.endMs - resolved.startMs < minimum.lengthMs
  );
}

/** Formats a time for a date input without seconds: "2026-11-19 15:42". */
function toInput(atMs: number, timeZone: string): string {
  return formatDateInput(atMs, timeZone).slice(0, 16);
}

function AbsoluteForm({ from, to, timeZone, minimum, onChoose }: WindowChoicesProps) {
  const [openedAtMs] = useState(() => Date.now());
  const initialWindow = resolveWindow({ from, to }, openedAtMs) ?? {
    startMs: openedAtMs - 3_600_000,
    endMs: openedAtMs,
  };
  const [start, setStart] = useState(toInput(initialWindow.startMs, timeZone));
  const [end, setEnd] = useState(toInput(initialWindow.endMs, timeZone));
  const [startMs, endMs] = [parseDateInputMs(start, timeZone), parseDateInputMs(end, timeZone)];
  const window = { from: String(startMs), to: String(endMs) };
  const isUsable =
    resolveWindow(window, openedAtMs) !== undefined && !isTooShort(window, openedAtMs, minimum);
  const shortest = minimum === undefined ? "one minute" : formatDuration(minimum.lengthMs);
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (isUsable) onChoose(String(startMs), String(endMs));
      }}
    >
      <TimeField label="From" value={start} onChange={setStart} />
      <TimeField label="To" value={end} onChange={setEnd} />
      <p className="text-2xs text-ink-3">
        {isUsable ? `Times are in ${timeZone}.` : `The window must be between ${shortest} and 92 days long.`}
      </p>
      <Button type="submit" disabled={!isUsable} className="self-start">
        Apply
      </Button>
    </form>
  );
}

interface TimeFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function TimeField({ label, value, onChange }: TimeFieldProps) {
  return (
    <Field label={label}>
      <input
        {...validatedDateTimeInput}
        required
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={`${fieldClasses} tnum`}
      />
    </Field>
  );
}
