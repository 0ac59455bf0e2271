"use client";

import { useQuery } from "@tanstack/react-query";
import type { UsualHours } from "@/lib/contracts/usual-range";
import { usualRangeQuery } from "@/lib/client/queries/usual-range";
import { useView } from "@/lib/client/url-state";
import type { Panel } from "./panels";
import { hasUsualRange, usualRowOf } from "./usual-band";

/** Asked once the panel's own numbers are there, while it is in view; null until known, and for split panels. */
export function useUsualRange(panel: Panel, isWanted: boolean): UsualHours | null {
  const [view] = useView();
  const row = usualRowOf(panel);
  const isAsked =
    isWanted && view.d !== null && view.by === null && row !== undefined && hasUsualRange(panel);
  const { data } = useQuery({
    ...usualRangeQuery({
      deployment: view.d ?? "",
      model: view.m,
      instance: view.i,
      signal: row?.signal ?? "",
      statistic: row?.statistic ?? "",
      from: view.from,
      to: view.to,
    }),
    enabled: isAsked,
  });
  return data?.state === "known" && view.by === null ? data.hours : null;
}
