"use client";

import { useQuery } from "@tanstack/react-query";
import type { KnownUsualRange } from "@/lib/contracts/ranges/usual-ranges";
import { usualRangeQuery } from "@/lib/client/queries/usual-ranges";
import { useView, type ViewState } from "@/lib/client/url-state";
import type { Panel } from "./panels";
import { hasUsualRange, getUsualRangeStatistic } from "./usual-band";

/**
 * Loads the usual range after the panel's values, while the panel is visible. Null until it is known, and for split
 * panels.
 */
export function useUsualRange(panel: Panel, isVisible: boolean): KnownUsualRange | null {
  const [view] = useView();
  const isEnabled = isVisible && view.d !== null && view.by === null && hasUsualRange(panel);
  const { data } = useQuery({ ...createUsualRangeQuery(panel, view), enabled: isEnabled });
  return data?.state === "known" && view.by === null ? data : null;
}

/** Creates the query for the usual range of a panel's headline in the window of the page. */
export function createUsualRangeQuery(panel: Panel, { d, m, i, from, to }: ViewState) {
  return usualRangeQuery({
    ...getUsualRangeStatistic(panel),
    scope: {
      deployment: d ?? "",
      ...(m === null ? {} : { model: m }),
      ...(i === null ? {} : { instance: i }),
      window: { from, to },
    },
  });
}
