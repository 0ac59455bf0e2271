"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { baselineQuery } from "@/lib/client/queries/baselines";
import { toSentence } from "@/lib/format/sentence";
import { Button } from "@/components/ui/button";
import { buttonClasses } from "@/components/ui/button-classes";

interface CaptureProgressProps {
  readonly baselineId: string;
  /** Returns to the form, to capture a different window. */
  readonly onBack: () => void;
  readonly onClose: () => void;
}

/** Progress of a capture, then a link to its result. The capture continues when the dialog is closed. */
export function CaptureProgress({ baselineId, onBack, onClose }: CaptureProgressProps) {
  const { data, error } = useQuery(baselineQuery(baselineId));
  const baseline = data?.baseline;
  const percent = Math.round((baseline?.progress ?? 0) * 100);
  const isRunning = baseline === undefined || baseline.state === "capturing";
  return (
    <>
      <div role="status" className="flex flex-col gap-2">
        {isRunning && (
          <>
            <p>Capturing: {percent} % of the signals were read. You can close this dialog.</p>
            <progress aria-label="Progress of the capture" max={100} value={percent} className="w-full" />
          </>
        )}
        {baseline?.state === "ready" && <p>The baseline was captured.</p>}
        {baseline?.state === "failed" && (
          <p>
            <span className="font-semibold text-bad">The capture failed.</span> {baseline.message}
          </p>
        )}
        {error !== null && (
          <p className="text-ink-2">{toSentence(error.message)} Ridgepoint retries automatically.</p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {baseline?.state === "ready" && (
          <Link href={`/baselines/${baselineId}`} className={buttonClasses("selected")}>
            Open baseline
          </Link>
        )}
        {baseline?.state === "failed" && <Button onClick={onBack}>Change the window</Button>}
        <Button onClick={onClose}>Close</Button>
      </div>
    </>
  );
}
