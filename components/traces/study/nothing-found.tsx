import type { StudyRetrieval } from "@/lib/contracts/traces/trace-study";
import { countWithNoun } from "@/lib/format/agreement";
import { Button } from "@/components/ui/button";
import { noConditions } from "@/lib/client/study-url";
import { conditionsText, hasConditions } from "./trace-conditions";
import { NameSuggestions, operationScopeText } from "./name-suggestions";
import type { StudyPageState } from "./use-trace-study";

interface NothingFoundProps {
  readonly reading: Pick<
    StudyRetrieval,
    | "service"
    | "filteredOutCount"
    | "startupTraceCount"
    | "nearAttributes"
    | "nearOperations"
    | "operationsElsewhere"
  >;
  readonly pageState: Pick<StudyPageState, "conditions" | "setConditions">;
}

/** Explains why a page over many traces is empty and how to find requests: other conditions or another window. */
export function NothingFound({ reading, pageState }: NothingFoundProps) {
  const { service, filteredOutCount, startupTraceCount } = reading;
  const { conditions, setConditions } = pageState;
  const starts =
    startupTraceCount === 0
      ? ""
      : ` ${countWithNoun(startupTraceCount, "server start-up trace was", "server start-up traces were")} excluded.`;
  const name = <code className="font-mono">{service}</code>;
  if (!hasConditions(conditions))
    return (
      <p className="py-6 text-ink-2">
        No request of {name} was found in this window.{starts} Choose a longer window, or check the sampling
        of the trace collector.
      </p>
    );
  // The sentence already names the service, which remains when the conditions are cleared.
  const requestedConditions = conditionsText({ ...conditions, service: null });
  return (
    <div className="flex flex-col items-start gap-2 py-6 text-ink-2">
      <p>
        No request of {name} in this window matches the filters: {requestedConditions}.
        {filteredOutCount === 0 ? "" : ` ${formatTraceCount(filteredOutCount)} did not match.`}
        {starts}
        {operationScopeText(conditions, reading)}
      </p>
      <NameSuggestions reading={reading} pageState={pageState} />
      <Button onClick={() => setConditions({ ...noConditions, service: conditions.service })}>
        Clear filters
      </Button>
    </div>
  );
}

function formatTraceCount(traces: number): string {
  return countWithNoun(traces, "trace");
}
