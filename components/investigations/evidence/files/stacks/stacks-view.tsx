"use client";

import { useDeferredValue, useMemo, useState } from "react";
import { findFrames } from "@/lib/analysis/profiles/flame-search";
import type { FlameGraph } from "@/lib/analysis/profiles/flame-graph";
import { Button } from "@/components/ui/button";
import { SearchField } from "@/components/ui/search-field";
import { TextView } from "../text/text-view";
import { FlameDrawing } from "./flame-drawing";
import { describeMatches } from "./frame-text";
import { FunctionTable } from "./function-table";
import { useFlameGraph } from "./use-flame-graph";

interface StacksViewProps {
  readonly text: string;
  /** Name of the piece of evidence, such as E1. */
  readonly name: string;
}

const displays = ["Flame graph", "Table", "Text"] as const;
type Display = (typeof displays)[number];

/** Collapsed stacks as a flame graph, as a table of functions, or as the text of the file. */
export function StacksView({ text, name }: StacksViewProps) {
  const [display, setDisplay] = useState<Display>("Flame graph");
  const graph = useFlameGraph(text);
  return (
    <div className="pt-2">
      <div role="group" aria-label={`Display of ${name}`} className="flex gap-1 pb-1 print:hidden">
        {displays.map((one) => (
          <Button
            key={one}
            size="sm"
            variant={one === display ? "selected" : "ghost"}
            aria-pressed={one === display}
            onClick={() => setDisplay(one)}
          >
            {one}
          </Button>
        ))}
      </div>
      {display === "Text" && <TextView text={text} name={name} />}
      {display !== "Text" &&
        (graph === null ? (
          <p role="status" aria-busy className="min-h-64 text-ink-2">
            The browser is computing the flame graph.
          </p>
        ) : (
          <SearchableGraph graph={graph} name={name} display={display} />
        ))}
    </div>
  );
}

interface SearchableGraphProps {
  readonly graph: FlameGraph;
  readonly name: string;
  readonly display: Exclude<Display, "Text">;
}

function SearchableGraph({ graph, name, display }: SearchableGraphProps) {
  const [query, setQuery] = useState("");
  const wanted = useDeferredValue(query);
  const matches = useMemo(() => (wanted === "" ? null : findFrames(graph, wanted)), [graph, wanted]);
  return (
    <>
      <div className="pb-1 print:hidden">
        <SearchField
          label={`Search the frames of ${name}`}
          text={query}
          result={matches === null ? "" : describeMatches(graph, matches)}
          onText={setQuery}
        />
      </div>
      {display === "Table" ? (
        <FunctionTable graph={graph} name={name} wanted={wanted} />
      ) : (
        <FlameDrawing graph={graph} name={name} matches={matches} />
      )}
    </>
  );
}
