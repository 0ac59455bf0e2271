"use client";

import { ChevronDown, ChevronUp, Search } from "lucide-react";
import { useId } from "react";
import { Button } from "./button";

interface SearchFieldProps {
  readonly label: string;
  readonly placeholder?: string;
  readonly title?: string;
  readonly text: string;
  /** Number of matches as text. Empty without a search. */
  readonly result: string;
  readonly onText: (text: string) => void;
  /** Absent if matches cannot be visited one after the other. */
  readonly steps?: MatchSteps;
}

interface MatchSteps {
  readonly hasMatches: boolean;
  /** Addition to the labels of the buttons, such as " in trace.log". Absent if the page has only one search. */
  readonly labelSuffix?: string;
  /** Moves to the next match (1) or the previous one (-1). */
  readonly onStep: (step: 1 | -1) => void;
}

/** Search in a part of the page. Enter moves to the next match, Shift+Enter to the previous one, Escape ends the search. */
export function SearchField({
  label,
  placeholder = "Search",
  title,
  text,
  result,
  onText,
  steps,
}: SearchFieldProps) {
  const resultId = useId();
  return (
    <div role="search" className="flex flex-wrap items-center gap-1 text-xs">
      <span className="relative">
        <Search aria-hidden className="absolute top-1/2 left-2 size-3 -translate-y-1/2 text-ink-3" />
        <input
          type="search"
          aria-label={label}
          aria-describedby={resultId}
          placeholder={placeholder}
          title={title}
          className="h-7 w-44 rounded-sm border border-rule-strong bg-sheet pr-2 pl-7 placeholder:text-ink-3"
          value={text}
          onChange={(event) => onText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Escape") onText("");
            if (event.key !== "Enter") return;
            event.preventDefault();
            steps?.onStep(event.shiftKey ? -1 : 1);
          }}
        />
      </span>
      <span id={resultId} role="status" className="tnum whitespace-nowrap text-ink-2">
        {result}
      </span>
      {steps?.hasMatches === true && <StepButtons {...steps} />}
    </div>
  );
}

function StepButtons({ labelSuffix = "", onStep }: MatchSteps) {
  return (
    <>
      <Button
        size="icon-sm"
        variant="ghost"
        aria-label={`Previous match${labelSuffix}`}
        onClick={() => onStep(-1)}
      >
        <ChevronUp aria-hidden className="size-3.5" />
      </Button>
      <Button
        size="icon-sm"
        variant="ghost"
        aria-label={`Next match${labelSuffix}`}
        onClick={() => onStep(1)}
      >
        <ChevronDown aria-hidden className="size-3.5" />
      </Button>
    </>
  );
}
