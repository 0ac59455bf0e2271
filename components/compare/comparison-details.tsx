"use client";

import { useState } from "react";
import type { ComparisonEntry, ComparisonResultEntry, ComparedRowEntry } from "@/lib/contracts/comparisons";
import type { SignalId } from "@/lib/model/signals/signals";
import { Button } from "@/components/ui/button";
import { EnvironmentDifferences, LoadDifferences } from "./differences";
import { HistogramSection } from "./histogram-section";
import { ComparedSides } from "./side-summary";
import { SignalTable } from "./signal-table";
import { UndecidedList } from "./undecided-list";

interface ComparisonDetailsProps {
  readonly comparison: ComparisonEntry;
  readonly chart: SignalId | null;
  readonly onChart: (signal: SignalId) => void;
}

/** Shows the details of a comparison: decisive statistics, other statistics, load and environment. */
export function ComparisonDetails({ comparison, chart, onChart }: ComparisonDetailsProps) {
  const { result } = comparison;
  return (
    <>
      <ComparedSides before={comparison.before} after={comparison.after} />
      {result !== null && (
        <>
          <Signals result={result} statistic={comparison.statistic} />
          <HistogramSection result={result} chart={chart} onChart={onChart} />
          <UndecidedList rows={decisiveRows(result)} />
          <div className="@container">
            <div className="grid gap-x-8 @5xl:grid-cols-2">
              <EnvironmentDifferences environment={result.environment} />
              <LoadDifferences load={result.load} />
            </div>
          </div>
        </>
      )}
    </>
  );
}

function decisiveRows({ decisive, rows }: ComparisonResultEntry): readonly ComparedRowEntry[] {
  return decisive.flatMap(
    ({ signal, statistic }) => rows.find((row) => row.signal === signal && row.statistic === statistic) ?? [],
  );
}

interface SignalsProps {
  readonly result: ComparisonResultEntry;
  readonly statistic: ComparisonEntry["statistic"];
}

/** The numbers that decide, and on demand all others. */
function Signals({ result, statistic }: SignalsProps) {
  const [isComplete, setComplete] = useState(false);
  const decisive = decisiveRows(result);
  const correctedVerdicts = new Map(
    result.decisive.map((one) => [`${one.signal}.${one.statistic}`, one.verdict] as const),
  );
  return (
    <>
      <SignalTable
        title="Signals that decide"
        note={`The overall verdict combines latency ${statistic}, errors, aborts and throughput, with the Holm correction for several tests. Confidence intervals are 95 %, and 97.5 % for percentiles.`}
        rows={decisive}
        correctedVerdicts={correctedVerdicts}
      />
      <p className="py-2 print:hidden">
        <Button size="sm" aria-expanded={isComplete} onClick={() => setComplete(!isComplete)}>
          {isComplete ? "Hide all signals" : `Show all ${result.rows.length} numbers`}
        </Button>
      </p>
      {isComplete && (
        <SignalTable
          title="All signals"
          note="If neither higher nor lower is better, a changed signal is “different”. It does not affect the overall verdict."
          rows={result.rows}
          correctedVerdicts={correctedVerdicts}
        />
      )}
    </>
  );
}
