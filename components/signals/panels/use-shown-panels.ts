"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { deploymentsQuery } from "@/lib/client/queries/deployments";
import { useHasTraceSource } from "@/components/shared/use-trace-source";
import { chooseShownPanels, findMissingExporterSections, type MissingExporterSection } from "./shown-panels";
import type { ShownPanel } from "./panel-question";

interface ShownPanels {
  readonly panels: readonly ShownPanel[];
  readonly missingExporters: readonly MissingExporterSection[];
  readonly servesRequests: boolean;
}

/** Returns the panels for which the deployment has data, including exporter panels if such an exporter is joined. */
export function useShownPanels(slug: string | null): ShownPanels {
  const { data } = useQuery(deploymentsQuery);
  const deployment = data?.deployments.find((one) => one.slug === slug);
  const hasTraces = useHasTraceSource();
  const families = deployment?.families;
  const reasonLabel = deployment?.engine.finishReasonLabel ?? null;
  const servesRequests = deployment?.engine.servesRequests ?? true;
  const limits = deployment?.limits ?? null;
  return useMemo(
    () => ({
      panels: chooseShownPanels({
        families: families ?? null,
        finishReasonLabel: reasonLabel,
        servesRequests,
        hasTraces,
        limits,
      }),
      missingExporters: findMissingExporterSections(families ?? null),
      servesRequests,
    }),
    [families, reasonLabel, servesRequests, hasTraces, limits],
  );
}
