"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { RooflineResponse, RooflinePageData } from "@/lib/contracts/roofline";
import { rooflineQuery } from "@/lib/client/queries/roofline";
import { useView } from "@/lib/client/url-state";
import { useFreshness } from "@/components/layout/freshness";
import { useWorstDeployment } from "@/components/shared/use-worst-deployment";

export interface RooflinePageState {
  /** Null until it is read for the first time. */
  readonly data: RooflinePageData | null;
  readonly title: string | null;
  /** Why the newest could not be read; what `room` has is older. */
  readonly error: string | null;
  /** `room` is of another deployment or window, until the new one is read. */
  readonly isPreviousData: boolean;
  readonly refetch: () => Promise<unknown>;
}

/** The roofline of the deployment in view, read again as the window moves; the top bar is told its age. */
export function useRooflinePage(): RooflinePageState {
  const [view] = useView();
  const client = useQueryClient();
  useWorstDeployment();
  const { data, dataUpdatedAt, error, isPlaceholderData } = useQuery({
    ...rooflineQuery({
      deployment: view.d ?? "",
      model: view.m,
      instance: view.i,
      from: view.from,
      to: view.to,
      live: view.live,
    }),
    enabled: view.d !== null,
  });
  const room = completedData(data);
  const { setFreshness } = useFreshness();
  useEffect(() => {
    // The age in the top bar is outside of this page.
    if (room !== null && !isPlaceholderData)
      setFreshness({
        asOfMs: room.asOfMs,
        serverNowMs: room.asOfMs,
        receivedAtMs: dataUpdatedAt,
        isStale: error !== null || room.stale !== null,
      });
  }, [room, dataUpdatedAt, isPlaceholderData, error, setFreshness]);
  return {
    data: room,
    title: data?.deployment.title ?? null,
    error: error?.message ?? null,
    isPreviousData: isPlaceholderData,
    refetch: () => client.invalidateQueries({ queryKey: ["roofline"] }),
  };
}

const completedData = (data: RooflineResponse | undefined): RooflinePageData | null =>
  data?.state === "answered" ? data : null;
