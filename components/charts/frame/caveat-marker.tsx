"use client";

import type { Answer } from "@/lib/model/answer";
import { signalDefinition } from "@/lib/model/signals";
import { cn } from "@/components/ui/cn";
import { PopoverButton } from "@/components/ui/popover-button";

interface CaveatMarkerProps {
  readonly title: string;
  readonly answer: Answer;
  /** Told before the mark where no title stands beside it. */
  readonly prefix?: string;
}

/** Stands beside a panel's title where its source means something else by the same word; opens to what. */
export function CaveatMarker({ title, answer, prefix }: CaveatMarkerProps) {
  const notes = answer.notes.filter(({ caveat }) => caveat !== null);
  const sources = [...new Set(notes.map(({ from }) => from ?? "its source"))].join(", ");
  if (notes.length === 0) return null;
  return (
    <PopoverButton
      heading="Same word, different thing"
      className="flex w-96 max-w-[92vw] flex-col"
      triggerProps={{
        label: `As ${sources} means ${title}`,
        className: cn(
          "min-h-6 rounded-sm px-1 text-2xs whitespace-nowrap text-ink-2 underline decoration-dotted underline-offset-2 hover:bg-hover hover:text-ink",
          // Beside a title it gives way: what it opens says all of it.
          prefix === undefined ? "min-w-8 truncate" : "shrink-0",
        ),
        children: `${prefix === undefined ? "as" : `${prefix} as`} ${sources} means it`,
      }}
    >
      {() =>
        notes.map(({ signal, from, caveat }) => (
          <p key={signal} className="mb-2 text-xs text-ink-2 last:mb-0">
            <span className="font-medium text-ink">
              {signalDefinition(signal).title}
              {from === null ? "" : `, ${from}`}:
            </span>{" "}
            {caveat}
          </p>
        ))
      }
    </PopoverButton>
  );
}
