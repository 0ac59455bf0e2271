"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { listedDeploymentsQuery } from "@/lib/client/queries/deployments";
import { overviewQuery } from "@/lib/client/queries/overview";
import { useView } from "@/lib/client/url-state";
import { readLastDeployment, storeLastDeployment } from "./last-deployment";
import { useSelectDeployment } from "./use-select-deployment";
import { findWorstDeployment } from "./worst-deployment";

/** Maximum time to wait for the overview. */
const maxWaitMs = 2_000;

/**
 * Adds the worst deployment to a link without one. After a time limit, falls back to the deployment that the tab
 * displayed last, or else to the first of the list.
 */
export function useSelectWorstDeployment(): void {
  const [view] = useView();
  const isNeeded = view.d === null;
  const { data: known } = useQuery(listedDeploymentsQuery);
  const { data, error } = useQuery({ ...overviewQuery(view), enabled: isNeeded });
  const isLate = useIsLate(isNeeded);
  const slugs = known?.deployments.map(({ slug }) => slug) ?? [];
  const worst = findWorstDeployment(data?.deployments);
  const chosen = worst ?? (isLate || error !== null ? findFallback(slugs) : null);
  useEffect(() => {
    // Remembers the deployment in the tab, for a page that is opened without one while a source is down.
    if (view.d !== null) storeLastDeployment(view.d);
  }, [view.d]);
  useSelectDeployment(chosen);
}

function findFallback(slugs: readonly string[]): string | null {
  const last = readLastDeployment();
  return slugs.find((slug) => slug === last) ?? slugs[0] ?? null;
}

function useIsLate(isWaiting: boolean): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    // Synchronises with the clock.
    const timer = isWaiting ? setTimeout(() => setLate(true), maxWaitMs) : undefined;
    return () => clearTimeout(timer);
  }, [isWaiting]);
  return isLate && isWaiting;
}
