"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { listedDeploymentsQuery } from "@/lib/client/queries/deployments";
import { overviewQuery } from "@/lib/client/queries/overview";
import { useView } from "@/lib/client/url-state";
import { findWorstDeployment } from "./worst-deployment";

/** Maximum time to wait for the overview. */
const maxWaitMs = 2_000;

/** Adds the worst deployment to a link without one. Falls back to the first of the list after a time limit. */
export function useWorstDeployment(): void {
  const [view, setView] = useView();
  const isNeeded = view.d === null;
  const { data: known } = useQuery(listedDeploymentsQuery);
  const { data, error } = useQuery({ ...overviewQuery(view), enabled: isNeeded });
  const isLate = useIsLate(isNeeded);
  const first = known?.deployments[0]?.slug ?? null;
  const worst = findWorstDeployment(data?.deployments);
  const chosen = worst ?? (isLate || error !== null ? first : null);
  useEffect(() => {
    // Updates the URL so that it names the selected deployment.
    if (isNeeded && chosen !== null) void setView({ d: chosen }, { history: "replace" });
  }, [isNeeded, chosen, setView]);
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
