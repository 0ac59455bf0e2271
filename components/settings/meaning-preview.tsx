"use client";

import { useQuery } from "@tanstack/react-query";
import type { TraceMeaningBody, TraceMeaningResponse } from "@/lib/contracts/trace-meaning";
import { traceMeaningQuery } from "@/lib/client/queries/trace-meaning";
import { formatCount, formatWithUnit } from "@/lib/format/number";
import { phaseTitle } from "@/lib/format/phase";
import { cn } from "@/components/ui/cn";
import { PreviewPending } from "./preview-pending";

interface MeaningPreviewProps {
  readonly label: string;
  readonly body: TraceMeaningBody;
  /** The same requests by the rules that are saved, to lay beside. */
  readonly useSavedRules?: true;
}

/** What services and rules make of the newest requests: how many there are, and where their time goes. */
export function MeaningPreview({ label, body, useSavedRules }: MeaningPreviewProps) {
  const { data, error, isPlaceholderData } = useQuery(traceMeaningQuery(body));
  if (data === undefined) return <PreviewPending error={error} reading="Reading the newest requests" />;
  return (
    <div
      role="group"
      aria-label={label}
      aria-busy={isPlaceholderData || undefined}
      className={cn(
        "flex flex-wrap items-baseline gap-x-6 gap-y-1 text-xs",
        isPlaceholderData && "opacity-45",
      )}
    >
      <span className="w-36 font-medium">{label}</span>
      <span className="tnum">{requestsText(data)}</span>
      <Phases
        phases={data.phases.map(({ phase, share, savedShare }) => ({
          phase,
          share: useSavedRules ? savedShare : share,
        }))}
      />
    </div>
  );
}

function requestsText({ requests, isTruncated, service }: TraceMeaningResponse): string {
  if (service === null) return "no service, so no request is found";
  if (requests === 0) return `no request of ${service} in the last hour: its traces would stay empty`;
  const which = isTruncated ? "the newest " : "";
  return `${which}${formatCount(requests)} ${requests === 1 ? "request" : "requests"} of ${service} in the last hour`;
}

export function shareText(share: number): string {
  return formatWithUnit(share, "ratio", "%");
}

/** What a service or a rule holds of the newest requests. */
export function foundText({ spans, traces, share }: Found): string {
  if (spans === 0) return "no span in these requests";
  return `${formatCount(spans)} spans in ${formatCount(traces)} requests, ${shareText(share)} of their time`;
}

type Found = Pick<TraceMeaningResponse["rules"][number], "spans" | "traces" | "share">;
type Phase = TraceMeaningResponse["phases"][number];

/** Where the requests' time goes, unexplained last. */
function Phases({ phases }: { readonly phases: readonly Pick<Phase, "phase" | "share">[] }) {
  const nonZeroPhases = phases.filter(({ share }) => share > 0);
  if (nonZeroPhases.length === 0) return null;
  return (
    <span className="tnum flex flex-wrap gap-x-3">
      {nonZeroPhases.map(({ phase, share }) => (
        <span key={phase} className="flex items-center gap-1 whitespace-nowrap">
          <span
            aria-hidden
            className="size-2 rounded-xs"
            style={{ background: `var(--ph-${colourOf[phase] ?? phase})` }}
          />
          {phaseTitle(phase)} {shareText(share)}
        </span>
      ))}
    </span>
  );
}

/** Where the colour's name is not the phase's. */
const colourOf: Readonly<Record<string, string>> = { "feature-retrieval": "feature" };
