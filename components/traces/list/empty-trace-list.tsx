import type { TracesResponse } from "@/lib/contracts/traces/traces";
import { Button } from "@/components/ui/button";
import { noConditions } from "@/lib/client/study-url";
import { hasConditions } from "../study/trace-conditions";
import { NameSuggestions, operationScopeText } from "../study/name-suggestions";
import type { StudyPageState } from "../study/use-trace-study";

interface EmptyTraceListProps {
  readonly reading: NonNullable<TracesResponse["newest"]>["retrieval"];
  readonly pageState: Pick<StudyPageState, "conditions" | "setConditions">;
}

/** Explains why the list is empty and suggests similar names, other conditions, or another window. */
export function EmptyTraceList({ reading, pageState }: EmptyTraceListProps) {
  const { conditions, setConditions } = pageState;
  const isFiltered = hasConditions(conditions);
  return (
    <div className="flex flex-col items-start gap-2 py-6 text-ink-2">
      <p>
        No trace of <code className="font-mono">{reading.service}</code>{" "}
        {reading.durationMinMs === null ? "" : "above the duration limit "}
        {isFiltered ? "that matches the filters " : ""}was found in{" "}
        {reading.truncationReason === null ? "this window." : "the searched part of this window."}
        {isFiltered ? "" : " Choose a longer window, or check the sampling of the trace collector."}
        {operationScopeText(conditions, reading)}
      </p>
      <NameSuggestions reading={reading} pageState={pageState} />
      {isFiltered && (
        <Button onClick={() => setConditions({ ...noConditions, service: conditions.service })}>
          Clear filters
        </Button>
      )}
    </div>
  );
}
