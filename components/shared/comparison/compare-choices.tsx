"use client";

import { useState } from "react";
import { isRelative, resolveTime, type TimeExpression } from "@/lib/model/time-window";
import { parseDateInputMs, validatedDateTimeInput } from "@/components/shared/date-input";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Field, fieldClasses } from "@/components/ui/field";

interface CompareChoicesProps {
  readonly choices: readonly (readonly [comparison: string | null, label: string])[];
  readonly comparison: string | null;
  /** Why the selected comparison is not possible, or null. */
  readonly error: string | null;
  /** Start of the displayed window. */
  readonly from: TimeExpression;
  readonly onChoose: (comparison: string | null) => void;
}

/** Selects the window to compare with: an earlier one, or one with a given start. */
export function CompareChoices({ choices, comparison, error, from, onChoose }: CompareChoicesProps) {
  return (
    <>
      {error !== null && <p className="text-ink-2">{error}</p>}
      {choices.map(([value, label]) => (
        <Button
          key={label}
          variant={value === comparison ? "selected" : "ghost"}
          className="w-full justify-start"
          onClick={() => onChoose(value)}
        >
          {label}
        </Button>
      ))}
      <ChosenStart
        isMoving={isRelative(from)}
        onChoose={(startMs) => onChoose(createComparisonFromStart(startMs, from, Date.now()))}
      />
    </>
  );
}

interface ChosenStartProps {
  /** True if the compared window keeps its distance to the displayed window, which moves with time. */
  readonly isMoving: boolean;
  readonly onChoose: (startMs: number) => void;
}

function ChosenStart({ isMoving, onChoose }: ChosenStartProps) {
  const [start, setStart] = useState("");
  return (
    <form
      className="mt-1 flex flex-wrap items-end gap-2 border-t border-rule pt-2"
      onSubmit={(event) => {
        event.preventDefault();
        const startMs = parseDateInputMs(start);
        if (startMs !== undefined) onChoose(startMs);
      }}
    >
      <Field label="Start of the comparison window" className="min-w-0 flex-1">
        <input
          {...validatedDateTimeInput}
          required
          value={start}
          onChange={(event) => setStart(event.target.value)}
          className={cn(fieldClasses, "tnum w-full")}
        />
      </Field>
      <Button type="submit" size="sm">
        Compare
      </Button>
      {isMoving && (
        <p className="w-full text-xs text-ink-3">The comparison window moves with the displayed window.</p>
      )}
    </form>
  );
}

const minuteMs = 60_000;

/**
 * Returns the comparison with a window that begins at `startMs`. If the displayed window moves with time, the comparison
 * keeps its distance, in full minutes.
 */
export function createComparisonFromStart(startMs: number, from: TimeExpression, nowMs: number): string {
  const displayedMs = resolveTime(from, nowMs) ?? nowMs;
  const shiftSeconds = Math.round((displayedMs - startMs) / minuteMs) * 60;
  return isRelative(from) && shiftSeconds > 0 ? `earlier:${shiftSeconds}` : String(startMs);
}
