"use client";

import { useQuery } from "@tanstack/react-query";
import { isTraceKind } from "@/lib/model/sources/source";
import { sourcesQuery } from "@/lib/client/queries/sources";

/**
 * Returns false if no trace source is configured, and true while unknown. Fetched once, because the configuration
 * does not change at runtime.
 */
export function useHasTraceSource(): boolean {
  const { data } = useQuery({ ...sourcesQuery, refetchInterval: false });
  return data === undefined || data.sources.some(({ kind }) => isTraceKind(kind));
}
