"use client";

import { useQuery } from "@tanstack/react-query";
import type {
  TraceSettingsPreviewBody,
  TraceSettingsPreviewResponse,
} from "@/lib/contracts/traces/trace-settings-preview";
import { traceSettingsPreviewQuery } from "@/lib/client/queries/trace-analyses/trace-settings-preview";
import { formatWithUnit } from "@/lib/format/number";
import { phaseTitle } from "@/lib/format/phase";
import { countWithNoun } from "@/lib/format/agreement";
import { cn } from "@/components/ui/cn";
import { PreviewPending } from "@/components/settings/preview-pending";

interface TraceSettingsPreviewProps {
  readonly label: string;
  readonly body: TraceSettingsPreviewBody;
  /** True if the preview shows the phases of the same requests under the saved rules, for comparison. */
  readonly usesSavedRules?: true;
}

/** Previews trace services and phase rules on recent requests: number of requests and time per phase. */
export function TraceSettingsPreview({ label, body, usesSavedRules }: TraceSettingsPreviewProps) {
  const { data, error, isPlaceholderData } = useQuery(traceSettingsPreviewQuery(body));
  if (data === undefined) return <PreviewPending error={error} loadingText="Loading recent requests" />;
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
          share: usesSavedRules ? savedShare : share,
        }))}
      />
    </div>
  );
}

function requestsText({
  requestCount: requests,
  isTruncated,
  service,
}: TraceSettingsPreviewResponse): string {
  if (service === null) return "no trace service, so no requests";
  if (requests === 0) return `no requests of ${service} in the last hour, so the trace pages would be empty`;
  const which = isTruncated ? "the latest " : "";
  return `${which}${countWithNoun(requests, "request")} of ${service} in the last hour`;
}

/** Formats a share of request time as a percentage. */
export function formatPhaseShare(share: number): string {
  return formatWithUnit(share, "ratio", "%");
}

/** Returns how many spans of recent requests match a service or rule. */
export function matchedSpansText({ spanCount, traceCount, requestTimeShare }: MatchedSpans): string {
  if (spanCount === 0) return "no matching spans in these requests";
  return `${countWithNoun(spanCount, "span")} in ${countWithNoun(traceCount, "request")}, ${formatPhaseShare(requestTimeShare)} of the requests’ time`;
}

type MatchedSpans = Pick<
  TraceSettingsPreviewResponse["rules"][number],
  "spanCount" | "traceCount" | "requestTimeShare"
>;
type Phase = TraceSettingsPreviewResponse["phases"][number];

/** Time per phase, with unexplained time last. */
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
          {phaseTitle(phase)} {formatPhaseShare(share)}
        </span>
      ))}
    </span>
  );
}

/** Phases whose CSS colour variable has a different name. */
const colourOf: Readonly<Record<string, string>> = { "feature-retrieval": "feature" };
