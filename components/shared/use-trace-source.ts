"use client";

import { useQuery } from "@tanstack/react-query";
import { isTraceKind } from "@/lib/model/source";
import { sourcesQuery } from "@/lib/client/queries/sources";

/** False where no source of traces is set; true while nobody knows yet. What the environment sets stays, so it is not asked again. */
export function useHasTraceSource(): boolean {
  const { data } = useQuery({ ...sourcesQuery, refetchInterval: false });
  return data === undefined || data.sources.some(({ kind }) => isTraceKind(kind));
}
