"use client";

import { useQuery } from "@tanstack/react-query";
import { useQueryState } from "nuqs";
import { createParser } from "nuqs/server";
import { deploymentsQuery } from "@/lib/client/queries/deployments";
import { createSpanReader } from "@/lib/client/queries/traces";
import type { TraceView } from "@/lib/client/trace-view";
import { SignalsLink } from "@/components/traces/signals-link";
import { findInstance } from "@/components/traces/span/span-instance";
import { Waterfall } from "@/components/traces/waterfall/waterfall";

/** The URL contains the selected span. */
const spanInUrl = createParser<string>({
  parse: (text) => (/^[0-9a-f]{1,32}$/.test(text) ? text : null),
  serialize: (value) => value,
}).withOptions({ history: "replace" });

interface TraceWaterfallProps {
  readonly trace: TraceView;
  /** Deployment of the request, null if unknown. */
  readonly deployment: string | null;
}

/** Shows the waterfall of a trace from a source, with links from its spans to signals. */
export function TraceWaterfall({ trace, deployment }: TraceWaterfallProps) {
  const [span, setSpan] = useQueryState("span", spanInUrl);
  const deployments = useQuery(deploymentsQuery).data?.deployments ?? [];
  const instances = deployments.find(({ slug }) => slug === deployment)?.instances ?? [];
  return (
    <Waterfall
      trace={trace}
      reader={createSpanReader(trace.traceId)}
      initialSpanId={span}
      onSelect={(id) => void setSpan(id)}
      renderLinks={(row, detail) => (
        <SignalsLink
          trace={trace}
          row={row}
          scope={{ deployment, instance: findInstance(detail, instances) }}
        />
      )}
    />
  );
}
