"use client";

import { useQuery } from "@tanstack/react-query";
import type { PreviewBody, PreviewResponse } from "@/lib/contracts/discovery";
import type { DisplayUnit, Unit } from "@/lib/model/units";
import { previewQuery } from "@/lib/client/queries/discovery";
import { ReadingValue } from "@/components/shared/reading-value";

interface DeploymentPreviewProps {
  readonly label: string;
  readonly body: PreviewBody;
}

type ReadingId = keyof PreviewResponse["readings"];

const columns: readonly (readonly [id: ReadingId, title: string, unit: Unit, displayUnit: DisplayUnit])[] = [
  ["ttftP95", "TTFT p95", "seconds", "s"],
  ["requestRate", "Requests/s", "requests-per-second", "req/s"],
  ["running", "Running", "requests", "requests"],
  ["kvUsage", "KV cache", "ratio", "%"],
];

/** What a choice would show now, read again while one looks at it. */
export function DeploymentPreview({ label, body }: DeploymentPreviewProps) {
  const { data, error, isPlaceholderData } = useQuery(previewQuery(body));
  if (data === undefined)
    return error === null ? (
      <p aria-busy className="text-xs text-ink-2">
        Reading what it would show
      </p>
    ) : (
      <p role="alert" className="text-xs text-bad">
        It could not be tried: {error.message}.
      </p>
    );
  return (
    <div
      role="group"
      aria-label={label}
      aria-busy={isPlaceholderData || undefined}
      className="flex flex-wrap items-baseline gap-x-6 gap-y-1 text-xs"
    >
      <span className="w-36 font-medium">{label}</span>
      <div className="flex gap-1.5">
        <span className="text-ink-2">Servers</span>
        <span className="tnum" title={data.instances.join(", ")}>
          {data.instances.length}
        </span>
      </div>
      {columns.map(([id, title, unit, displayUnit]) => (
        <div key={id} className="flex gap-1.5">
          <span className="text-ink-2">{title}</span>
          <span>
            <ReadingValue reading={data.readings[id]} unit={unit} displayUnit={displayUnit} />
          </span>
        </div>
      ))}
      {data.instances.length === 0 && (
        <p className="w-full text-warn">
          These selectors find no server now: every panel would stay empty. Check names and values of labels.
        </p>
      )}
    </div>
  );
}
