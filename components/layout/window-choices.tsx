"use client";

import { useState } from "react";
import { formatRelativeWindow } from "@/lib/format/time";
import { resolveWindow } from "@/lib/model/time-window";
import { formatDateInput, parseDateInputMs } from "@/components/shared/date-input";
import { Button } from "@/components/ui/button";
import { Field, fieldClasses } from "@/components/ui/field";
import { relativeWindows } from "./relative-windows";

interface WindowChoicesProps {
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
  readonly onChoose: (from: string, to: string) => void;
}

/** Selects a relative time window, or start and end in the given time zone. */
export function WindowChoices({ from, to, timeZone, onChoose }: WindowChoicesProps) {
  return (
    <>
      <ul aria-label="Relative time windows" className="grid grid-cols-2 gap-x-1 sm:grid-cols-1">
        {relativeWindows.map((one) => (
          <li key={one}>
            <Button
              variant={from === one && to === "now" ? "selected" : "ghost"}
              className="w-full justify-start"
              onClick={() => onChoose(one, "now")}
            >
              {formatRelativeWindow(one, "now")}
            </Button>
          </li>
        ))}
      </ul>
      <AbsoluteForm key={`${from} ${to}`} from={from} to={to} timeZone={timeZone} onChoose={onChoose} />
    </>
  );
}

/** Formats a time for a date input without seconds: "2026-11-19T15:42". */
function toInput(atMs: number, timeZone: string): string {
  return formatDateInput(atMs, timeZone).slice(0, 16);
}

function AbsoluteForm({ from, to, timeZone, onChoose }: WindowChoicesProps) {
  const [openedAtMs] = useState(() => Date.now());
  const initialWindow = resolveWindow({ from, to }, openedAtMs) ?? {
    startMs: openedAtMs - 3_600_000,
    endMs: openedAtMs,
  };
  const [start, setStart] = useState(toInput(initialWindow.startMs, timeZone));
  const [end, setEnd] = useState(toInput(initialWindow.endMs, timeZone));
  const [startMs, endMs] = [parseDateInputMs(start, timeZone), parseDateInputMs(end, timeZone)];
  const isUsable = resolveWindow({ from: String(startMs), to: String(endMs) }, openedAtMs) !== undefined;
  return (
    <form
      className="flex flex-1 flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (isUsable) onChoose(String(startMs), String(endMs));
      }}
    >
      <TimeField label="From" value={start} onChange={setStart} />
      <TimeField label="To" value={end} onChange={setEnd} />
      <p className="text-2xs text-ink-3">
        {isUsable ? `Times are in ${timeZone}.` : "The window must be between one minute and 92 days long."}
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
        type="datetime-local"
        required
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={`${fieldClasses} tnum`}
      />
    </Field>
  );
}
