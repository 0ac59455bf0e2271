"use client";

import { useQuery } from "@tanstack/react-query";
import type { KnownUsualRange } from "@/lib/contracts/ranges/usual-ranges";
import { usualRangeQuery } from "@/lib/client/queries/usual-ranges";
import { useView } from "@/lib/client/url-state";
import type { Panel } from "./panels";
import { hasUsualRange, getUsualRangeStatistic } from "./usual-band";

/**
 * Loads the usual range after the panel's values, while the panel is visible. Null until it is known, and for split
 * panels.
 */
export function useUsualRange(panel: Panel, isVisible: boolean): KnownUsualRange | null {
  const [view] = useView();
  const isEnabled = isVisible && view.d !== null && view.by === null && hasUsualRange(panel);
  const { data } = useQuery({
    ...usualRangeQuery({
      ...getUsualRangeStatistic(panel),
      scope: {
        deployment: view.d ?? "",
        ...(view.m === null ? {} : { model: view.m }),
        ...(view.i === null ? {} : { instance: view.i }),
        window: { from: view.from, to: view.to },
      },
    }),
    enabled: isEnabled,
  });
  return data?.state === "known" && view.by === null ? data : null;
}
