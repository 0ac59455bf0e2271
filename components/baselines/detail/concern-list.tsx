import type { BaselineResponse } from "@/lib/contracts/baselines";
import { ShapeMark } from "@/components/shared/status-mark";
import { DetailSection } from "./fact-list";

interface ConcernListProps {
  readonly concerns: NonNullable<BaselineResponse["document"]>["concerns"];
  readonly isImported: boolean;
}

/** Lists the reasons why the window may be unsuitable as a baseline. */
export function ConcernList({ concerns, isImported }: ConcernListProps) {
  return (
    <DetailSection title="Concerns">
      {concerns.length === 0 ? (
        <p className="text-ink-2">
          {isImported
            ? "The imported file states none."
            : "None: the window was steady and complete when it was captured."}
        </p>
      ) : (
        <ul className="flex flex-col gap-1">
          {concerns.map(({ kind, detail }) => (
            <li key={`${kind} ${detail}`} className="flex items-baseline gap-2">
              <ShapeMark shape="unusual" className="size-2.5 shrink-0 self-center" />
              {detail}
            </li>
          ))}
        </ul>
      )}
    </DetailSection>
  );
}
