import type { TracesResponse } from "@/lib/contracts/traces";
import { Button } from "@/components/ui/button";
import { hasConditions, noConditions } from "../study/trace-conditions";
import { NameSuggestions, operationScope } from "../study/name-suggestions";
import type { StudyPageState } from "../study/use-trace-study";

interface EmptyTraceListProps {
  readonly reading: NonNullable<TracesResponse["newest"]>["retrieval"];
  readonly pageState: Pick<StudyPageState, "conditions" | "setConditions">;
}

/** Why a list is empty, and what would fill it: what may have been meant, other conditions, or another window. */
export function EmptyTraceList({ reading, pageState }: EmptyTraceListProps) {
  const { conditions, setConditions } = pageState;
  const isFiltered = hasConditions(conditions);
  return (
    <div className="flex flex-col items-start gap-2 py-6 text-ink-2">
      <p>
        {reading.truncationReason === null ? "No" : "In what was searched: no"} trace of{" "}
        <code className="font-mono">{reading.service}</code> lies in this window
        {reading.durationMinMs === null ? "" : " above that duration"}
        {isFiltered ? " that meets the conditions." : "."}
        {isFiltered ? "" : " Choose a longer window, or look at the sampling of its collector."}
        {operationScope(conditions, reading)}
      </p>
      <NameSuggestions reading={reading} pageState={pageState} />
      {isFiltered && (
        <Button onClick={() => setConditions({ ...noConditions, svc: conditions.svc })}>
          Without these conditions
        </Button>
      )}
    </div>
  );
}
