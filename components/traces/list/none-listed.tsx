import type { TracesResponse } from "@/lib/contracts/traces";
import { Button } from "@/components/ui/button";
import { hasConditions, noConditions } from "../study/condition-words";
import { NearNames, operationScope } from "../study/near-names";
import type { StudyInView } from "../study/use-trace-study";

interface NoneListedProps {
  readonly reading: NonNullable<TracesResponse["newest"]>["reading"];
  readonly room: Pick<StudyInView, "conditions" | "setConditions">;
}

/** Why a list is empty, and what would fill it: what may have been meant, other conditions, or another window. */
export function NoneListed({ reading, room }: NoneListedProps) {
  const { conditions, setConditions } = room;
  const isAsked = hasConditions(conditions);
  return (
    <div className="flex flex-col items-start gap-2 py-6 text-ink-2">
      <p>
        {reading.cutWhy === null ? "No" : "In what was searched: no"} trace of{" "}
        <code className="font-mono">{reading.service}</code> lies in this window
        {reading.durationMinMs === null ? "" : " above that duration"}
        {isAsked ? " that meets the conditions." : "."}
        {isAsked ? "" : " Choose a longer window, or look at the sampling of its collector."}
        {operationScope(conditions, reading)}
      </p>
      <NearNames reading={reading} room={room} />
      {isAsked && (
        <Button onClick={() => setConditions({ ...noConditions, svc: conditions.svc })}>
          Without these conditions
        </Button>
      )}
    </div>
  );
}
