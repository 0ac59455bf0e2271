"use client";

import { useQuery } from "@tanstack/react-query";
import { baselineDriftQuery } from "@/lib/client/queries/baselines";
import { toSentence } from "@/lib/format/sentence";
import { ShapeMark, type StatusShape } from "@/components/shared/status-mark";
import { cn } from "@/components/ui/cn";
import type { BaselineDriftResponse } from "@/lib/contracts/baseline-drift";

type Verdict = BaselineDriftResponse["verdict"];

const marks: Readonly<Record<Verdict, { readonly shape: StatusShape; readonly colour: string }>> = {
  worse: { shape: "over", colour: "text-bad" },
  better: { shape: "ok", colour: "text-ok" },
  same: { shape: "ok", colour: "text-ok" },
  "cannot-tell": { shape: "unknown", colour: "text-ink-2" },
};

/** Shows whether performance has drifted from a baseline, in one sentence. It loads after the baseline. */
export function DriftSentence({ baselineId }: { readonly baselineId: string }) {
  const { data, error } = useQuery(baselineDriftQuery(baselineId));
  if (data === undefined)
    return (
      <p role="status" className="pb-4 text-ink-2">
        {error === null
          ? "Drift: comparing the newest hour with the baseline"
          : `Drift is unknown: ${toSentence(error.message)} Ridgepoint retries automatically.`}
      </p>
    );
  const { shape, colour } = marks[data.verdict];
  return (
    <p role="status" className="flex max-w-[1040px] items-baseline gap-2 pb-4">
      <ShapeMark shape={shape} className={cn("size-2.5 shrink-0", colour)} />
      <span>
        <span className="font-semibold">Drift: </span>
        {data.sentence}
      </span>
    </p>
  );
}
