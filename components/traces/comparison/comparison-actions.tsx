"use client";

import type { TraceComparisonResponse } from "@/lib/contracts/traces/trace-comparison";
import { swapGroups } from "@/lib/client/comparison-url";
import { KeepAsEvidenceButton } from "@/components/layout/keep-evidence-button";
import { Age } from "@/components/shared/age";
import { saveCsv, saveFile } from "@/components/charts/frame/save-file";
import { Button } from "@/components/ui/button";
import { createTraceComparisonSubject } from "../evidence/trace-comparison-subject";
import { comparisonCsv, comparisonFileName } from "./comparison-export";
import type { ComparisonPageState } from "./use-trace-comparison";

interface ActionsProps {
  readonly pageState: ComparisonPageState;
  readonly answer: TraceComparisonResponse;
}

/** Shows the buttons of the comparison: time to compare, group order, table view, export and refresh. */
export function TraceComparisonActions({ pageState, answer }: ActionsProps) {
  const { comparison, changeComparison, changeDisplay, isFetching, refetch, receivedAtMs } = pageState;
  const { asOfMs, difference } = answer;
  return (
    <div className="flex flex-wrap items-center gap-1 py-2.5">
      <div role="group" aria-label="Compared time" className="mr-3 flex gap-1">
        {timeChoices.map(([time, title]) => (
          <Button
            key={time}
            size="sm"
            variant={comparison.time === time ? "selected" : "ghost"}
            aria-pressed={comparison.time === time}
            onClick={() => changeComparison({ time })}
          >
            {title}
          </Button>
        ))}
      </div>
      <Button size="sm" variant="ghost" onClick={() => changeComparison(swapGroups(comparison))}>
        Swap groups
      </Button>
      <Button
        size="sm"
        variant={comparison.display === "table" ? "selected" : "ghost"}
        aria-pressed={comparison.display === "table"}
        onClick={() => changeDisplay({ display: comparison.display === "table" ? "drawing" : "table" })}
      >
        Table
      </Button>
      {difference !== null && (
        <>
          <Button
            size="sm"
            variant="ghost"
            onClick={() =>
              saveCsv(comparisonFileName(answer), answer.window, comparisonCsv(answer, difference))
            }
          >
            Export CSV
          </Button>
          <Button
            size="sm"
            variant="ghost"
            onClick={() =>
              saveFile(
                `${comparisonFileName(answer)}.json`,
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
          Loaded <Age atMs={asOfMs} asOfMs={asOfMs} receivedAtMs={receivedAtMs} />
        </span>
        {difference !== null && !pageState.isPreviousAnswer && (
          <KeepAsEvidenceButton createSubject={() => createTraceComparisonSubject(answer, pageState)} />
        )}
        <Button size="sm" disabled={isFetching} onClick={refetch}>
          {isFetching ? "Refreshing" : "Refresh"}
        </Button>
      </span>
    </div>
  );
}

const timeChoices = [
  ["first-token", "TTFT"],
  ["request", "Request duration"],
] as const;
