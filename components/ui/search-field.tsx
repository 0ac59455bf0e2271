"use client";

import { Search } from "lucide-react";
import { useId, type ReactNode } from "react";

interface SearchFieldProps {
  readonly label: string;
  readonly text: string;
  /** Number of matches as text. Empty without a search. */
  readonly result: string;
  readonly onText: (text: string) => void;
  /** Moves to the next match (1) or the previous one (-1). */
  readonly onStep?: (step: 1 | -1) => void;
  /** Buttons behind the result. */
  readonly children?: ReactNode;
}

/** Searches in a file. Enter moves to the next match, Shift+Enter to the previous one, Escape ends the search. */
export function SearchField({ label, text, result, onText, onStep, children }: SearchFieldProps) {
  const resultId = useId();
  return (
    <div role="search" className="flex flex-wrap items-center gap-1">
      <span className="relative">
        <Search aria-hidden className="absolute top-1/2 left-2 size-3 -translate-y-1/2 text-ink-3" />
        <input
          type="search"
          aria-label={label}
          aria-describedby={resultId}
          placeholder="Search"
          className="h-6 w-44 rounded-sm border border-rule-strong bg-sheet pr-2 pl-7 text-xs placeholder:text-ink-3"
          value={text}
          onChange={(event) => onText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Escape") onText("");
            if (event.key !== "Enter") return;
            event.preventDefault();
            onStep?.(event.shiftKey ? -1 : 1);
          }}
        />
      </span>
      <span id={resultId} role="status" className="tnum px-1 text-ink-2">
        {result}
      </span>
      {children}
    </div>
  );
}
