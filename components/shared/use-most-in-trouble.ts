"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { listedDeploymentsQuery } from "@/lib/client/queries/deployments";
import { overviewQuery } from "@/lib/client/queries/overview";
import { useView } from "@/lib/client/url-state";
import { mostInTrouble } from "./most-in-trouble";

/** A page that needs no metrics does not wait longer than this to learn where the trouble is. */
const patienceMs = 2_000;

/** Gives a link without a deployment the one most in trouble; the first of the list where that is not known in time. */
export function useMostInTrouble(): void {
  const [view, setView] = useView();
  const isAsked = view.d === null;
  const { data: known } = useQuery(listedDeploymentsQuery);
  const { data, error } = useQuery({ ...overviewQuery(view), enabled: isAsked });
  const isLate = useIsLate(isAsked);
  const first = known?.deployments[0]?.slug ?? null;
  const worst = mostInTrouble(data?.deployments);
  const chosen = worst ?? (isLate || error !== null ? first : null);
  useEffect(() => {
    // The URL is outside; a link without a deployment says from then on which one is shown.
    if (isAsked && chosen !== null) void setView({ d: chosen }, { history: "replace" });
  }, [isAsked, chosen, setView]);
}

function useIsLate(isWaiting: boolean): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    // The outside system is the clock.
    const timer = isWaiting ? setTimeout(() => setLate(true), patienceMs) : undefined;
    return () => clearTimeout(timer);
  }, [isWaiting]);
  return isLate && isWaiting;
}
