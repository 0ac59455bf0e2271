"use client";

import { Maximize2, Minus, Plus } from "lucide-react";
import { formatCount } from "@/lib/format/number";
import { countWithNoun } from "@/lib/format/agreement";
import { Button } from "@/components/ui/button";
import { buttonClasses } from "@/components/ui/button-classes";
import { MenuButton } from "@/components/ui/menu-button";
import { SearchField } from "@/components/ui/search-field";
import type { SpanTree } from "./use-waterfall";
import type { TimeControl } from "./use-time-view";

/** Text and matches of the span search. */
export interface SpanSearch {
  readonly text: string;
  readonly matches: readonly number[];
  /** Number of the selected match, from 1. 0 if no match is selected. */
  readonly matchNumber: number;
  readonly onText: (text: string) => void;
  readonly onStep: (step: 1 | -1) => void;
}

interface ToolbarProps {
  readonly spanCount: number;
  readonly search: SpanSearch;
  readonly time: TimeControl;
  readonly tree: SpanTree;
  readonly services: readonly string[];
  readonly maxDepth: number;
}

/** Shows the toolbar with span search, time range, zoom, and the menu that collapses rows. */
export function Toolbar({ spanCount, search, time, tree, services, maxDepth }: ToolbarProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2">
      <FindSpans spanCount={spanCount} search={search} />
      <RangeChoice time={time} />
      <div role="group" aria-label="Zoom" className="flex">
        <Button
          size="icon-sm"
          variant="ghost"
          aria-label="Zoom out"
          title="Zoom out (−)"
          onClick={() => time.zoom(2)}
        >
          <Minus aria-hidden className="size-3.5" />
        </Button>
        <Button
          size="icon-sm"
          variant="ghost"
          aria-label="Zoom in"
          title="Zoom in (+)"
          onClick={() => time.zoom(0.5)}
        >
          <Plus aria-hidden className="size-3.5" />
        </Button>
        <Button
          size="icon-sm"
          variant="ghost"
          aria-label="Show all"
          title="Show the full trace (0)"
          onClick={() => time.show(time.fullRange)}
        >
          <Maximize2 aria-hidden className="size-3" />
        </Button>
      </div>
      <CollapseMenu tree={tree} services={services} maxDepth={maxDepth} />
    </div>
  );
}

function FindSpans({ spanCount, search }: { readonly spanCount: number; readonly search: SpanSearch }) {
  const { text, matches, matchNumber, onText, onStep } = search;
  return (
    <SearchField
      label="Search spans"
      placeholder={`Search ${countWithNoun(spanCount, "span")}`}
      title="Searches the operation, service and ID of every span, and the attributes of the spans that you have selected before. Press Enter for the next match, Shift+Enter for the previous one."
      text={text}
      result={text.trim() === "" ? "" : foundText(matches.length, matchNumber)}
      onText={onText}
      steps={{ hasMatches: matches.length > 0, onStep }}
    />
  );
}

function foundText(count: number, at: number): string {
  if (count === 0) return "no matches";
  return at === 0
    ? countWithNoun(count, "match", "matches")
    : `${formatCount(at)} of ${countWithNoun(count, "match", "matches")}`;
}

function RangeChoice({ time }: { readonly time: TimeControl }) {
  const { view, fullRange, firstTokenView, show } = time;
  if (firstTokenView === null) return null;
  const isAt = (part: typeof view): boolean => view.fromNs === part.fromNs && view.toNs === part.toNs;
  return (
    <div role="group" aria-label="Time range" className="flex gap-1">
      <RangeButton
        isChosen={isAt(firstTokenView)}
        onChoose={() => show(firstTokenView)}
        text="To first token"
      />
      <RangeButton isChosen={isAt(fullRange)} onChoose={() => show(fullRange)} text="Full trace" />
    </div>
  );
}

interface RangeButtonProps {
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  readonly text: string;
}

function RangeButton({ isChosen, onChoose, text }: RangeButtonProps) {
  return (
    <Button size="sm" variant={isChosen ? "selected" : "ghost"} aria-pressed={isChosen} onClick={onChoose}>
      {text}
    </Button>
  );
}

/** Maximum number of depths in the menu. */
const maxDepths = 6;

function CollapseMenu({ tree, services, maxDepth }: Pick<ToolbarProps, "tree" | "services" | "maxDepth">) {
  const depths = Array.from({ length: Math.min(maxDepths, maxDepth) }, (_, index) => index);
  const choices = [
    {
      key: "all",
      isChosen: false,
      onChoose: () => tree.collapseFromDepth(Number.MAX_SAFE_INTEGER),
      children: "Expand all",
    },
    ...depths.map((depth) => ({
      key: `depth ${depth}`,
      isChosen: false,
      onChoose: () => tree.collapseFromDepth(depth),
      children: depth === 0 ? "Roots only" : `Expand ${countWithNoun(depth, "level")}`,
    })),
    ...services.map((service, index) => ({
      key: `service ${service}`,
      isChosen: tree.isServiceCollapsed(index),
      onChoose: () => tree.toggleService(index),
      children: `Collapse ${service}`,
    })),
  ];
  return (
    <MenuButton
      triggerProps={{
        label: "Collapse rows",
        className: buttonClasses("ghost", "sm"),
        children: "Collapse rows",
      }}
      options={choices}
    />
  );
}
