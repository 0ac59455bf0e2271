import type { StudyReading } from "@/lib/contracts/trace-study";
import { formatCount } from "@/lib/format/number";
import { Button } from "@/components/ui/button";
import { conditionWords, hasConditions, noConditions } from "./condition-words";
import { NearNames, operationScope } from "./near-names";
import type { StudyInView } from "./use-trace-study";

interface NothingFoundProps {
  readonly reading: Pick<
    StudyReading,
    "service" | "filteredOut" | "startUps" | "nearAttributes" | "nearOperations" | "operationsElsewhere"
  >;
  readonly room: Pick<StudyInView, "conditions" | "setConditions">;
}

/** Why a page over many traces is empty, and what would fill it: other conditions where there are some, else another window. */
export function NothingFound({ reading, room }: NothingFoundProps) {
  const { service, filteredOut, startUps } = reading;
  const { conditions, setConditions } = room;
  const starts = startUps === 0 ? "" : ` ${count(startUps)} of a server's start, which is no request.`;
  const name = <code className="font-mono">{service}</code>;
  if (!hasConditions(conditions))
    return (
      <p className="py-6 text-ink-2">
        No request of {name} lies in this window.{starts} Choose a longer window, or look at the sampling of
        its collector.
      </p>
    );
  // The service is named already, and stays when the conditions go.
  const asked = conditionWords({ ...conditions, svc: null });
  return (
    <div className="flex flex-col items-start gap-2 py-6 text-ink-2">
      <p>
        No request of {name} in this window meets the conditions. Asked for: {asked}.
        {filteredOut === 0 ? "" : ` ${count(filteredOut)} came that do not meet them.`}
        {starts}
        {operationScope(conditions, reading)}
      </p>
      <NearNames reading={reading} room={room} />
      <Button onClick={() => setConditions({ ...noConditions, svc: conditions.svc })}>
        Without these conditions
      </Button>
    </div>
  );
}

function count(traces: number): string {
  return `${formatCount(traces)} ${traces === 1 ? "trace" : "traces"}`;
}
