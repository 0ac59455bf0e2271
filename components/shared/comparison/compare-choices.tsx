"use client";

import { useState } from "react";
import { parseDateInputMs } from "@/components/shared/date-input";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Field, fieldClasses } from "@/components/ui/field";

interface CompareChoicesProps {
  readonly choices: readonly (readonly [comparison: string | null, label: string])[];
  readonly comparison: string | null;
  /** Why the selected comparison is not possible, or null. */
  readonly error: string | null;
  readonly onChoose: (comparison: string | null) => void;
}

/** Selects the window to compare with: an earlier one, or one with a given start. */
export function CompareChoices({ choices, comparison, error, onChoose }: CompareChoicesProps) {
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
      <ChosenStart onChoose={(startMs) => onChoose(String(startMs))} />
    </>
  );
}

function ChosenStart({ onChoose }: { readonly onChoose: (startMs: number) => void }) {
  const [start, setStart] = useState("");
  return (
    <form
      className="mt-1 flex items-end gap-2 border-t border-rule pt-2"
      onSubmit={(event) => {
        event.preventDefault();
        const startMs = parseDateInputMs(start);
        if (startMs !== undefined) onChoose(startMs);
      }}
    >
      <Field label="Start of the comparison window" className="min-w-0 flex-1">
        <input
          type="datetime-local"
          required
          value={start}
          onChange={(event) => setStart(event.target.value)}
          className={cn(fieldClasses, "tnum w-full")}
        />
      </Field>
      <Button type="submit" size="sm">
        Compare
      </Button>
    </form>
  );
}
