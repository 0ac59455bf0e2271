"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { baselineQuery, baselinesQuery } from "@/lib/client/queries/baselines";
import { useView, type ViewState } from "@/lib/client/url-state";
import { formatCoarseDuration } from "@/lib/format/time";
import type { ShownBaseline } from "./panel-baseline";

/** Defaults change rarely, and a captured baseline never does. */
const listIntervalMs = 300_000;

/** Baseline that is drawn in the panels, or why there is none. */
export interface BaselineState {
  /** Null while it loads, without a baseline, and if it cannot be drawn. */
  readonly baseline: ShownBaseline | null;
  /** Name and age of the drawn baseline, "none", or why it cannot be drawn in a few words. */
  readonly title: string;
  /** Why no baseline is drawn, as a sentence; null if one is drawn or none was requested. */
  readonly reason: string | null;
}

/**
 * Loads the baseline of the URL, or the deployment's default. It reads the stored document and does not
 * query Prometheus. Pass `isReady` as false until the panels have data, so that its requests do not delay
 * them.
 */
export function useShownBaseline(isReady: boolean): BaselineState {
  const [view] = useView();
  const { d: deployment, base } = view;
  const obstacle = findObstacle(view);
  const isWanted = isReady && deployment !== null && base !== "off" && obstacle === null;
  const list = useQuery({
    ...baselinesQuery(deployment),
    refetchInterval: listIntervalMs,
    enabled: isWanted && base === null,
  });
  // Until the list is loaded, its placeholder is the list of the previous deployment.
  const baselines = list.isPlaceholderData ? undefined : list.data?.baselines;
  const id = base ?? baselines?.find(({ isDefault, state }) => isDefault && state === "ready")?.id ?? null;
  const one = useQuery({
    ...baselineQuery(id ?? ""),
    refetchInterval: false,
    staleTime: Infinity,
    enabled: isWanted && id !== null,
  });
  const { data } = one;
  const error = one.error ?? list.error;
  const state = describeWaiting({ isReady, isListed: base !== null || baselines !== undefined, deployment });
  return useMemo(() => {
    if (base === "off") return { baseline: null, title: "off", reason: null };
    if (obstacle !== null) return { baseline: null, title: "not drawn", reason: obstacle };
    if (error !== null)
      return {
        baseline: null,
        title: "not loaded",
        reason: `The baseline cannot be loaded: ${error.message}`,
      };
    if (state !== null) return { baseline: null, title: state, reason: null };
    if (!isWanted || id === null) return { baseline: null, title: "none", reason: null };
    if (data === undefined) return { baseline: null, title: "loading", reason: null };
    const { name, deployment: of, window } = data.baseline;
    if (of?.slug !== deployment)
      return { baseline: null, title: "not drawn", reason: `${name} is a baseline of another deployment.` };
    if (data.measured === null || window === null)
      return { baseline: null, title: "not drawn", reason: `The capture of ${name} is not complete.` };
    const title = `${name}, ${formatCoarseDuration(data.asOfMs - window.endMs)} old`;
    return {
      baseline: { id, label: `baseline ${title}`, measured: data.measured },
      title,
      reason: null,
    };
  }, [base, obstacle, error, state, isWanted, id, data, deployment]);
}

interface Waiting {
  readonly isReady: boolean;
  readonly isListed: boolean;
  readonly deployment: string | null;
}

/** Until the panels are answered and the list is loaded, it is unknown whether a default exists. */
function describeWaiting({ isReady, isListed, deployment }: Waiting): string | null {
  if (deployment === null || (isReady && isListed)) return null;
  return isReady ? "loading" : "waits for the panels";
}

function findObstacle({ by, m, i }: ViewState): string | null {
  if (by !== null)
    return "Split panels show no baseline, because baselines are not captured per label value.";
  return m === null && i === null
    ? null
    : "The baseline describes the complete deployment, not one model or instance.";
}
