"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { traceQuery } from "@/lib/client/queries/traces";
import type { toTraceView } from "@/lib/client/trace-view";
import type { TraceResponse } from "@/lib/contracts/traces/traces";

/** Trace as loaded by `traceQuery`. */
export type LoadedTrace = ReturnType<typeof toTraceView<TraceResponse>>;
import { useView } from "@/lib/client/url-state";

/** Adds the deployment of a trace to a link without one, so that the shell and the other pages use it. */
export function useSelectDeploymentOfTrace(trace: LoadedTrace | undefined): void {
  const [view, setView] = useView();
  const cache = useQueryClient();
  const slug = view.d === null ? (trace?.deployment ?? null) : null;
  useEffect(() => {
    if (slug === null || trace === undefined) return;
    // The response for the deployment is the same, so the trace is not requested again.
    cache.setQueryData(traceQuery(trace.traceId, view.clock, slug).queryKey, trace);
    // Updates the URL so that it names the deployment.
    void setView({ d: slug }, { history: "replace" });
  }, [cache, setView, slug, trace, view.clock]);
}
