"use client";

import { studyBounds } from "@/lib/model/study-bounds";
import { useStudyState } from "@/lib/client/study-url";
import { formatCount } from "@/lib/format/number";
import { Button } from "@/components/ui/button";

interface MoreTracesProps {
  readonly reading: { readonly asked: number; readonly cut: boolean; readonly endedBy: string | null };
}

/** Reads as many as one question may, where as many came as were asked for; nothing where more would not help. */
export function MoreTraces({ reading: { asked, cut, endedBy } }: MoreTracesProps) {
  const [, setConditions] = useStudyState();
  if (!cut || endedBy !== "most" || asked >= studyBounds.most) return null;
  return (
    <Button size="sm" onClick={() => void setConditions({ n: studyBounds.most })}>
      Read up to {formatCount(studyBounds.most)}
    </Button>
  );
}
