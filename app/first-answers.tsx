"use client";

import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import type { FirstAnswer } from "./read-answers";

interface FirstAnswersProps {
  readonly answers: readonly FirstAnswer[];
  readonly children: ReactNode;
}

/** Adds the server's answers to the cache before `children` render, on the server and in the browser. */
export function FirstAnswers({ answers, children }: FirstAnswersProps) {
  const client = useQueryClient();
  useState(() => {
    for (const answer of answers) addAnswer(client, answer);
  });
  return children;
}

function addAnswer(client: QueryClient, { queryKey, json }: FirstAnswer): void {
  const cache = client.getQueryCache();
  const known = cache.find({ queryKey, exact: true });
  if (known?.isActive() === true || known?.state.data !== undefined) return;
  // The fallback of the same page, which the server renders first, leaves a query without data.
  if (known !== undefined) cache.remove(known);
  const initialData: unknown = JSON.parse(json);
  cache.build(client, { queryKey, initialData, initialDataUpdatedAt: receivedAtMs() });
}

/** Returns when the document was received, or the current time while it is still being received. */
function receivedAtMs(): number {
  const [document] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return Math.round(performance.timeOrigin + (document?.responseEnd || performance.now()));
}
