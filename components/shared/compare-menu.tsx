"use client";

import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { formatDateTime } from "@/lib/format/time";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Field, fieldClasses } from "@/components/ui/field";
import { PopoverButton } from "@/components/ui/popover-button";

interface CompareMenuProps {
  readonly comparison: string | null;
  /** Why nothing is compared although something is chosen. */
  readonly trouble: string | null;
  readonly onChoose: (comparison: string | null) => void;
}

const choices = [
  [null, "Nothing"],
  ["previous", "Previous period"],
  ["weekday", "Same weekday last week"],
] as const;

/** Lays another window of the same length behind every line, and says the difference. */
export function CompareMenu({ comparison, trouble, onChoose }: CompareMenuProps) {
  const timeZone = useTimeZone();
  const known = choices.find(([value]) => value === comparison)?.[1].toLowerCase();
  const name = known ?? `from ${formatDateTime(Number(comparison), timeZone)}`;
  return (
    <PopoverButton
      className="flex w-72 flex-col gap-1"
      face={{
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
      {(close) => {
        const choose = (next: string | null): void => {
          onChoose(next);
          close();
        };
        return (
          <>
            {trouble !== null && <p className="text-ink-2">{trouble}</p>}
            {choices.map(([value, label]) => (
              <Button
                key={label}
                look={value === comparison ? "selected" : "ghost"}
                className="w-full justify-start"
                onClick={() => choose(value)}
              >
                {label}
              </Button>
            ))}
            <ChosenStart onChoose={(startMs) => choose(String(startMs))} />
          </>
        );
      }}
    </PopoverButton>
  );
}

function ChosenStart({ onChoose }: { readonly onChoose: (startMs: number) => void }) {
  const [start, setStart] = useState("");
  return (
    <form
      className="mt-1 flex items-end gap-2 border-t border-rule pt-2"
      onSubmit={(event) => {
        event.preventDefault();
        const startMs = Date.parse(start);
        if (Number.isFinite(startMs)) onChoose(startMs);
      }}
    >
      <Field label="A window that begins" className="min-w-0 flex-1">
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
