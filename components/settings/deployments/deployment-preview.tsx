"use client";

import { useQuery } from "@tanstack/react-query";
import type { DiscoveryPreviewBody, DiscoveryPreviewResponse } from "@/lib/contracts/discovery";
import { signalDefinition } from "@/lib/model/signals/signals";
import { discoveryPreviewQuery } from "@/lib/client/queries/discovery";
import { Sparkline } from "@/components/charts/draw/sparkline";
import { ReadingValue } from "@/components/shared/reading-value";
import { PreviewPending } from "@/components/settings/preview-pending";

interface DeploymentPreviewProps {
  readonly label: string;
  readonly body: DiscoveryPreviewBody;
}

/** Shows which servers and signals the edited configuration would match now. Refetches while it is visible. */
export function DeploymentPreview({ label, body }: DeploymentPreviewProps) {
  const { data, error, isPlaceholderData } = useQuery(discoveryPreviewQuery(body));
  if (data === undefined) return <PreviewPending error={error} loadingText="Loading preview" />;
  return (
    <div
      role="group"
      aria-label={label}
      aria-busy={isPlaceholderData || undefined}
      className="flex flex-wrap items-center gap-x-6 gap-y-1 text-xs"
    >
      <span className="w-36 font-medium">{label}</span>
      <div className="flex gap-1.5">
        <span className="text-ink-2">Servers</span>
        {isPlaceholderData ? (
          loadingText
        ) : (
          <span className="tnum" title={data.instances.join(", ")}>
            {data.instances.length}
          </span>
        )}
      </div>
      {data.signals.map((one) => (
        <PreviewedSignal
          key={one.signal}
          deploymentTitle={label}
          previewed={one}
          isPending={isPlaceholderData}
        />
      ))}
      {!isPlaceholderData && data.instances.length === 0 && (
        <p className="w-full text-warn">
          These selectors match no server, so every panel would be empty. Check the label names and values.
        </p>
      )}
    </div>
  );
}

type Previewed = DiscoveryPreviewResponse["signals"][number];

interface PreviewedSignalProps {
  readonly deploymentTitle: string;
  readonly previewed: Previewed;
  /** True while the data belongs to the previous selection, which must not be shown as the new one. */
  readonly isPending: boolean;
}

const loadingText = <span className="text-ink-3">loading</span>;

/** Shows one signal: its current value and the last 15 minutes. */
function PreviewedSignal({ deploymentTitle, previewed, isPending }: PreviewedSignalProps) {
  const { signal, statistic, headline, pointCount, values } = previewed;
  const { title: name, unit, displayUnit } = signalDefinition(signal);
  const title = statistic === "p95" ? `${name} p95` : name;
  return (
    <div className="flex items-center gap-1.5">
      <span className="text-ink-2">{title}</span>
      {isPending ? loadingText : <ReadingValue reading={headline} unit={unit} displayUnit={displayUnit} />}
      {(isPending || headline.kind === "present") && (
        <Sparkline
          answer={{ pointCount, series: [{ values }] }}
          unit={unit}
          displayUnit={displayUnit}
          label={`${title}, ${deploymentTitle}`}
          isPending={isPending}
        />
      )}
    </div>
  );
}
