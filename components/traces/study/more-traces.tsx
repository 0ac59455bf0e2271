"use client";

import { traceStudyLimits } from "@/lib/model/traces/study-bounds";
import { useStudyState } from "@/lib/client/study-url";
import { formatCount } from "@/lib/format/number";
import { Button } from "@/components/ui/button";

interface MoreTracesProps {
  readonly retrieval: {
    readonly requestedCount: number;
    readonly isTruncated: boolean;
    readonly stoppedBy: string | null;
  };
}

/** Shows a button that raises the trace limit to the maximum, unless the limit is not why traces are missing. */
export function MoreTraces({ retrieval: { requestedCount, isTruncated, stoppedBy } }: MoreTracesProps) {
  const [, setConditions] = useStudyState();
  if (!isTruncated || stoppedBy !== "max-traces" || requestedCount >= traceStudyLimits.maxTraces) return null;
  return (
    <Button size="sm" onClick={() => void setConditions({ n: traceStudyLimits.maxTraces })}>
      Read up to {formatCount(traceStudyLimits.maxTraces)} traces
    </Button>
  );
}
