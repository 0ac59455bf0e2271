import type { StudyRetrieval } from "@/lib/contracts/trace-study";
import { formatCount } from "@/lib/format/number";
import { Button } from "@/components/ui/button";
import { conditionsText, hasConditions, noConditions } from "./trace-conditions";
import { NameSuggestions, operationScope } from "./name-suggestions";
import type { StudyPageState } from "./use-trace-study";

interface NothingFoundProps {
  readonly reading: Pick<
    StudyRetrieval,
    "service" | "filteredOut" | "startupTraces" | "nearAttributes" | "nearOperations" | "operationsElsewhere"
  >;
  readonly pageState: Pick<StudyPageState, "conditions" | "setConditions">;
}

/** Why a page over many traces is empty, and what would fill it: other conditions where there are some, else another window. */
export function NothingFound({ reading, pageState }: NothingFoundProps) {
  const { service, filteredOut, startupTraces } = reading;
  const { conditions, setConditions } = pageState;
  const starts =
    startupTraces === 0 ? "" : ` ${count(startupTraces)} of a server's start, which is no request.`;
  const name = <code className="font-mono">{service}</code>;
  if (!hasConditions(conditions))
    return (
      <p className="py-6 text-ink-2">
        No request of {name} lies in this window.{starts} Choose a longer window, or look at the sampling of
        its collector.
      </p>
    );
  // The service is named already, and stays when the conditions go.
  const requestedConditions = conditionsText({ ...conditions, svc: null });
  return (
    <div className="flex flex-col items-start gap-2 py-6 text-ink-2">
      <p>
        No request of {name} in this window meets the conditions. Asked for: {requestedConditions}.
        {filteredOut === 0 ? "" : ` ${count(filteredOut)} came that do not meet them.`}
        {starts}
        {operationScope(conditions, reading)}
      </p>
      <NameSuggestions reading={reading} pageState={pageState} />
      <Button onClick={() => setConditions({ ...noConditions, svc: conditions.svc })}>
        Without these conditions
      </Button>
    </div>
  );
}

function count(traces: number): string {
  return `${formatCount(traces)} ${traces === 1 ? "trace" : "traces"}`;
}
