"use client";

import type { Answer } from "@/lib/model/answer";
import { signalDefinition } from "@/lib/model/signals/signals";
import { cn } from "@/components/ui/cn";
import { PopoverButton } from "@/components/ui/popover-button";

interface CaveatMarkerProps {
  readonly title: string;
  readonly answer: Answer;
  /** Name shown before the label. Absent if the title is next to the button. */
  readonly prefix?: string;
}

/** Button next to a panel's title if the source defines the signal differently. It opens the definition. */
export function CaveatMarker({ title, answer, prefix }: CaveatMarkerProps) {
  const notes = answer.notes.filter(({ caveat }) => caveat !== null);
  const sources = [...new Set(notes.map(({ from }) => from ?? "its source"))].join(", ");
  if (notes.length === 0) return null;
  return (
    <PopoverButton
      heading="Different definition"
      className="flex w-96 max-w-[92vw] flex-col"
      triggerProps={{
        label: `${title}: ${sources} definition`,
        className: cn(
          "min-h-6 rounded-sm px-1 text-2xs whitespace-nowrap text-ink-2 underline decoration-dotted underline-offset-2 hover:bg-hover hover:text-ink",
          // Next to a title the label may be truncated: the popover shows the full text.
          prefix === undefined ? "min-w-8 truncate" : "shrink-0",
        ),
        // Short next to a title, where a longer text would be cut off.
        children: prefix === undefined ? `by ${sources}` : `${prefix}: ${sources} definition`,
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
