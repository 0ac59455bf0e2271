"use client";

import { useQuery } from "@tanstack/react-query";
import type { RooflinePageData } from "@/lib/contracts/roofline/roofline";
import { rooflineQuery, type RooflineQueryParams } from "@/lib/client/queries/roofline";
import { resolveComparedWindow, type ComparedWindow } from "@/components/shared/comparison/compared-window";
import { useTimeZone } from "@/components/shared/use-time-zone";

/** Roofline of the deployment in the comparison window. */
export interface ComparedRoofline extends ComparedWindow {
  readonly roofline: RooflinePageData;
}

/**
 * Loads the roofline of the same deployment in the comparison window. Null while nothing is compared or
 * while it is loading.
 */
export function useComparedRoofline(
  roofline: RooflinePageData | null,
  request: RooflineQueryParams,
  comparison: string | null,
): ComparedRoofline | null {
  const timeZone = useTimeZone();
  const compared = roofline === null ? null : resolveComparedWindow(roofline.window, comparison, timeZone);
  const { startMs, endMs } = compared?.window ?? { startMs: 0, endMs: 0 };
  const { data } = useQuery({
    ...rooflineQuery({ ...request, from: String(startMs), to: String(endMs), live: false }),
    enabled: compared !== null,
  });
  if (roofline === null || compared === null || data?.state !== "answered") return null;
  return isSameWindow(data, roofline, compared) ? { ...compared, roofline: data } : null;
}

/** While the next window loads, the last one stays if it is of the same deployment and at most one step away. */
function isSameWindow(
  read: RooflinePageData,
  current: RooflinePageData,
  { window: { startMs, endMs } }: ComparedWindow,
): boolean {
  const [length, readLength] = [endMs - startMs, read.window.endMs - read.window.startMs];
  return (
    read.deployment.id === current.deployment.id &&
    readLength === length &&
    Math.abs(read.window.startMs - startMs) <= length / 20
  );
}
