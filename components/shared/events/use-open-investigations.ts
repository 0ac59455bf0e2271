"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { InvestigationEntry } from "@/lib/contracts/investigations/investigations";
import { investigationName } from "@/lib/model/investigation/investigation";
import { openStates } from "@/lib/model/investigation/investigation-state";
import { investigationsQuery } from "@/lib/client/queries/investigations";
import type { Marker } from "@/components/charts/prepare/markers";

/** Open investigations of a deployment, and their markers on charts. */
export interface OpenInvestigations {
  readonly investigations: readonly InvestigationEntry[];
  /** One per investigation, from its start on. */
  readonly markers: readonly Marker[];
}

const nothing: readonly InvestigationEntry[] = [];
/** A lane with more bars would be unreadable. The most severe ones are listed. */
const limit = 20;

/** Polls the open investigations of a deployment. */
export function useOpenInvestigations(deployment: string | null): OpenInvestigations {
  const { data } = useQuery({
    ...investigationsQuery({
      deployment: deployment ?? "",
      states: openStates.join(),
      sort: "severity",
      limit,
    }),
    enabled: deployment !== null,
  });
  const investigations = data?.investigations ?? nothing;
  const markers = useMemo(() => investigations.map(toMarker), [investigations]);
  return { investigations, markers };
}

function toMarker({ id, number, title, startedAtMs, detectedAtMs, createdAtMs }: InvestigationEntry): Marker {
  return {
    id,
    startMs: startedAtMs ?? detectedAtMs ?? createdAtMs,
    endMs: Number.POSITIVE_INFINITY,
    isLaneBar: true,
    glyph: "lens",
    kindLabel: "Open investigation",
    description: `${investigationName(number)} ${title}`,
  };
}
