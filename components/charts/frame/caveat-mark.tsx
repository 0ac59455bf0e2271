"use client";

import type { Answer } from "@/lib/model/answer";
import { signalDefinition } from "@/lib/model/signals";
import { Popover, PopoverContent, PopoverTitle, PopoverTrigger } from "@/components/ui/popover";

interface CaveatMarkProps {
  readonly title: string;
  readonly answer: Answer;
  /** Told before the mark where no title stands beside it. */
  readonly named?: string;
}

/** Stands beside a panel's title where its source means something else by the same word; opens to what. */
export function CaveatMark({ title, answer, named }: CaveatMarkProps) {
  const notes = answer.notes.filter(({ caveat }) => caveat !== null);
  const sources = [...new Set(notes.map(({ from }) => from ?? "its source"))].join(", ");
  if (notes.length === 0) return null;
  return (
    <Popover>
      <PopoverTrigger
        className="shrink-0 rounded-sm px-1 text-2xs whitespace-nowrap text-ink-2 underline decoration-dotted underline-offset-2 hover:bg-hover hover:text-ink"
        aria-label={`As ${sources} means ${title}`}
      >
        {named === undefined ? "as" : `${named} as`} {sources} means it
      </PopoverTrigger>
      <PopoverContent className="flex w-96 max-w-[92vw] flex-col gap-2">
        <PopoverTitle className="font-semibold">Same word, different thing</PopoverTitle>
        {notes.map(({ signal, from, caveat }) => (
          <p key={signal} className="text-xs text-ink-2">
            <span className="font-medium text-ink">
              {signalDefinition(signal).title}
              {from === null ? "" : `, ${from}`}:
            </span>{" "}
            {caveat}
          </p>
        ))}
      </PopoverContent>
    </Popover>
  );
}
