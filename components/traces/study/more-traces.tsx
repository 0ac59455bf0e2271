"use client";

import { studyBounds } from "@/lib/model/study-bounds";
import { useStudyState } from "@/lib/client/study-url";
import { formatCount } from "@/lib/format/number";
import { Button } from "@/components/ui/button";

interface MoreTracesProps {
  readonly reading: {
    readonly requested: number;
    readonly isTruncated: boolean;
    readonly stoppedBy: string | null;
  };
}

/** Reads as many as one question may, where as many came as were asked for; nothing where more would not help. */
export function MoreTraces({ reading: { requested, isTruncated, stoppedBy } }: MoreTracesProps) {
  const [, setConditions] = useStudyState();
  if (!isTruncated || stoppedBy !== "max-traces" || requested >= studyBounds.max) return null;
  return (
    <Button size="sm" onClick={() => void setConditions({ n: studyBounds.max })}>
      Read up to {formatCount(studyBounds.max)}
    </Button>
  );
}
