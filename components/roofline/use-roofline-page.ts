"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { RooflineResponse, RooflinePageData } from "@/lib/contracts/roofline/roofline";
import { rooflineQuery } from "@/lib/client/queries/roofline";
import { useView } from "@/lib/client/url-state";
import { useFreshness } from "@/components/layout/freshness";
import { useSelectWorstDeployment } from "@/components/shared/scope/use-select-worst-deployment";

/** Data of the Roofline page and the state of their query. */
export interface RooflinePageState {
  /** Null until the first response. */
  readonly data: RooflinePageData | null;
  /** Null until the deployments are loaded. */
  readonly deploymentTitle: string | null;
  /** Why the latest read failed; `data` is then older. Null if it succeeded. */
  readonly error: string | null;
  /** True while `data` still belongs to the previous deployment or window. */
  readonly isPreviousData: boolean;
  readonly refetch: () => Promise<unknown>;
}

/**
 * Loads the roofline of the selected deployment, and again at the interval of the window. Reports the age of
 * the data to the top bar.
 */
export function useRooflinePage(): RooflinePageState {
  const [view] = useView();
  const client = useQueryClient();
  useSelectWorstDeployment();
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
  const pageData = completedData(data);
  const { setFreshness } = useFreshness();
  useEffect(() => {
    // The top bar with the age is outside this page.
    if (pageData !== null && !isPlaceholderData)
      setFreshness({
        asOfMs: pageData.asOfMs,
        serverNowMs: pageData.serverNowMs ?? pageData.asOfMs,
        receivedAtMs: dataUpdatedAt,
        isStale: error !== null || pageData.stale !== null,
      });
  }, [pageData, dataUpdatedAt, isPlaceholderData, error, setFreshness]);
  return {
    data: pageData,
    deploymentTitle: data?.deployment.title ?? null,
    error: error?.message ?? null,
    isPreviousData: isPlaceholderData,
    refetch: () => client.invalidateQueries({ queryKey: ["roofline"] }),
  };
}

const completedData = (data: RooflineResponse | undefined): RooflinePageData | null =>
  data?.state === "answered" ? data : null;
