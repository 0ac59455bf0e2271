"use client";

import type { EvidenceData, QuestionOf } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import { formatComparedWindow } from "@/components/shared/comparison/compared-window";
import { SentenceText } from "@/components/shared/sentence-text";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { FlowBody } from "../flow/flow-body";

/** Width of the column of evidence on a page of 1,280 pixels, in which a wider map would be cut off. */
const maxMapWidth = 600;

interface TraceFlowEvidenceProps {
  readonly question: QuestionOf<"trace-flow">;
  readonly data: EvidenceData;
}

/** Shows a stored service map: headline, map and table of calls, as on the live page. */
export function TraceFlowEvidence({ question: { cmp }, data }: TraceFlowEvidenceProps) {
  const timeZone = useTimeZone();
  if (data.endpoint !== "trace-flow") return null;
  const { headline, flow, compared } = data.flow;
  const label =
    compared === null || cmp === null ? null : formatComparedWindow(compared.window, cmp, timeZone);
  return (
    <>
      <p className="pb-3 text-ink-2">
        <SentenceText sentence={headline} />
      </p>
      {flow !== null && (
        <FlowBody
          flow={flow}
          compared={compared}
          comparedWindowLabel={label}
          moreTraces={null}
          maxMapWidth={maxMapWidth}
        />
      )}
    </>
  );
}
