"use client";

import { useDeferredValue, useMemo, useState } from "react";
import { countWithNoun } from "@/lib/format/agreement";
import { formatCount } from "@/lib/format/number";
import { cn } from "@/components/ui/cn";
import { SearchField } from "@/components/ui/search-field";
import { usePrinting } from "../../../printing/printing";
import { PrintedLines } from "./printed-lines";
import { contentHeight } from "./scroll-position";
import { findLinesWithText, indexLines, readLine, splitMatches } from "./text-lines";
import { useLineScroll } from "./use-line-scroll";

interface TextViewProps {
  readonly text: string;
  /** Name of the piece of evidence, such as E1. */
  readonly name: string;
}

const lineHeightPx = 18;
const maxVisibleLines = 20;

/** A text with line numbers and a search. Only the visible lines are elements of the page. */
export function TextView({ text, name }: TextViewProps) {
  const lines = useMemo(() => indexLines(text), [text]);
  const lineCount = lines.starts.length;
  const [query, setQuery] = useState("");
  const wanted = useDeferredValue(query);
  const matches = useMemo(() => findLinesWithText(lines, wanted), [lines, wanted]);
  const [matchIndex, setMatchIndex] = useState<number | null>(null);
  const { isReading: isPrinting } = usePrinting();
  const visibleCount = Math.min(maxVisibleLines, lineCount);
  const { area, firstLine, scrollToLine, onScroll } = useLineScroll(lineCount, visibleCount);
  const selectedLine = matchIndex === null ? null : (matches[matchIndex] ?? null);
  const goToMatch = (step: 1 | -1): void => {
    if (matches.length === 0) return;
    const next = nextMatch(matchIndex, step, matches.length);
    setMatchIndex(next);
    scrollToLine(matches[next] ?? 0);
  };
  return (
    <div className="pt-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 pb-1 print:hidden">
        <SearchField
          label={`Search the text of ${name}`}
          text={query}
          result={query === "" ? "" : describeMatches(matches, matchIndex)}
          onText={(next) => {
            setQuery(next);
            setMatchIndex(null);
          }}
          steps={{ hasMatches: matches.length > 0, labelSuffix: ` in ${name}`, onStep: goToMatch }}
        />
        <span className="tnum text-ink-2">{countWithNoun(lineCount, "line")}</span>
      </div>
      <div
        ref={area}
        role="region"
        aria-label={`Text of ${name}`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
        tabIndex={0}
        className={cn(
          "overflow-auto border border-rule bg-well font-mono text-2xs",
          isPrinting && "print:hidden",
        )}
        // A horizontal scroll bar needs height, too.
        style={{ height: visibleCount * lineHeightPx + 18 }}
        onScroll={onScroll}
      >
        <div className="w-max min-w-full" style={{ height: contentHeight(lineCount, lineHeightPx) }}>
          <div className="sticky top-0">
            {Array.from({ length: visibleCount }, (_, index) => firstLine + index).map((line) => (
              <Line
                key={line}
                number={line + 1}
                text={readLine(lines, line)}
                wanted={wanted}
                isSelected={line === selectedLine}
                digits={String(lineCount).length}
              />
            ))}
          </div>
        </div>
      </div>
      {isPrinting && <PrintedLines lines={lines} />}
    </div>
  );
}

interface LineProps {
  readonly number: number;
  readonly text: string;
  readonly wanted: string;
  readonly isSelected: boolean;
  /** Digits of the largest line number. */
  readonly digits: number;
}

function Line({ number, text, wanted, isSelected, digits }: LineProps) {
  return (
    <div
      dir="ltr"
      aria-current={isSelected ? "true" : undefined}
      className={cn("flex whitespace-pre", isSelected && "bg-accent-wash")}
      style={{ height: lineHeightPx, lineHeight: `${lineHeightPx}px` }}
    >
      <span
        className="sticky left-0 shrink-0 bg-well px-2 text-right text-ink-2 select-none"
        style={{ minWidth: `calc(${digits}ch + 16px)` }}
      >
        {number}
      </span>
      <bdi className="pr-4">
        {splitMatches(text, wanted).map(({ text: part, isMatch }, index) =>
          isMatch ? (
            <mark key={index} className="bg-warn-wash text-ink outline outline-warn">
              {part}
            </mark>
          ) : (
            part
          ),
        )}
      </bdi>
    </div>
  );
}

function nextMatch(current: number | null, step: 1 | -1, count: number): number {
  if (current === null) return step === 1 ? 0 : count - 1;
  return (current + step + count) % count;
}

function describeMatches(matches: readonly number[], index: number | null): string {
  if (matches.length === 0) return "No line matches.";
  const line = index === null ? undefined : matches[index];
  const count = countWithNoun(matches.length, "line");
  return index === null || line === undefined
    ? `${count} found.`
    : `${formatCount(index + 1)} of ${count}: line ${formatCount(line + 1)}.`;
}
