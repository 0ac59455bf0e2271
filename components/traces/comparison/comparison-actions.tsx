"use client";

import type { TraceComparisonResponse } from "@/lib/contracts/trace-comparison";
import { swapped } from "@/lib/client/comparison-url";
import { Age } from "@/components/shared/age";
import { saveCsv, saveFile } from "@/components/charts/frame/save-file";
import { Button } from "@/components/ui/button";
import { comparisonCsv, comparisonName } from "./comparison-export";
import type { ComparisonInView } from "./use-trace-comparison";

interface ActionsProps {
  readonly room: ComparisonInView;
  readonly answer: TraceComparisonResponse;
}

/** What is compared may be to the first token or whole; groups swap; numbers go out as a table or a file. */
export function ComparisonActions({ room, answer }: ActionsProps) {
  const { state, change, show, isReading, readAgain, receivedAtMs } = room;
  const { asOfMs, difference } = answer;
  return (
    <div className="flex flex-wrap items-center gap-1 py-2.5">
      <div role="group" aria-label="Time compared" className="mr-3 flex gap-1">
        {times.map(([what, title]) => (
          <Button
            key={what}
            size="sm"
            look={state.what === what ? "selected" : "ghost"}
            aria-pressed={state.what === what}
            onClick={() => change({ what })}
          >
            {title}
          </Button>
        ))}
      </div>
      <Button size="sm" look="ghost" onClick={() => change(swapped(state))}>
        Swap groups
      </Button>
      <Button
        size="sm"
        look={state.as === "table" ? "selected" : "ghost"}
        aria-pressed={state.as === "table"}
        onClick={() => show({ as: state.as === "table" ? "drawing" : "table" })}
      >
        Table
      </Button>
      {difference !== null && (
        <>
          <Button
            size="sm"
            look="ghost"
            onClick={() => saveCsv(comparisonName(answer), comparisonCsv(answer, difference))}
          >
            Export CSV
          </Button>
          <Button
            size="sm"
            look="ghost"
            onClick={() =>
              saveFile(
                `${comparisonName(answer)}.json`,
                new Blob([JSON.stringify(answer, null, 2)], { type: "application/json" }),
              )
            }
          >
            Export JSON
          </Button>
        </>
      )}
      <span className="ml-auto flex items-center gap-2 text-xs text-ink-2">
        <span>
          Read <Age atMs={asOfMs} asOfMs={asOfMs} receivedAtMs={receivedAtMs} />
        </span>
        <Button size="sm" disabled={isReading} onClick={readAgain}>
          {isReading ? "Reading" : "Read again"}
        </Button>
      </span>
    </div>
  );
}

const times = [
  ["first-token", "To first token"],
  ["request", "Whole request"],
] as const;
