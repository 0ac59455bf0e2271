"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { listedDeploymentsQuery } from "@/lib/client/queries/deployments";
import { overviewQuery } from "@/lib/client/queries/overview";
import { useView } from "@/lib/client/url-state";
import { worstDeployment } from "./worst-deployment";

/** A page that needs no metrics does not wait longer than this to learn where the trouble is. */
const maxWaitMs = 2_000;

/** Gives a link without a deployment the one most in trouble; the first of the list where that is not known in time. */
export function useWorstDeployment(): void {
  const [view, setView] = useView();
  const isNeeded = view.d === null;
  const { data: known } = useQuery(listedDeploymentsQuery);
  const { data, error } = useQuery({ ...overviewQuery(view), enabled: isNeeded });
  const isLate = useIsLate(isNeeded);
  const first = known?.deployments[0]?.slug ?? null;
  const worst = worstDeployment(data?.deployments);
  const chosen = worst ?? (isLate || error !== null ? first : null);
  useEffect(() => {
    // The URL is outside; a link without a deployment says from then on which one is shown.
    if (isNeeded && chosen !== null) void setView({ d: chosen }, { history: "replace" });
  }, [isNeeded, chosen, setView]);
}

function useIsLate(isWaiting: boolean): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    // The outside system is the clock.
    const timer = isWaiting ? setTimeout(() => setLate(true), maxWaitMs) : undefined;
    return () => clearTimeout(timer);
  }, [isWaiting]);
  return isLate && isWaiting;
}
