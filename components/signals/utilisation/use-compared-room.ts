"use client";

import { useQuery } from "@tanstack/react-query";
import type { RooflineRoom } from "@/lib/contracts/roofline";
import { rooflineQuery, type RooflineAsk } from "@/lib/client/queries/roofline";
import { comparedWindow, type ComparedWindow } from "@/components/shared/compared-window";
import { useTimeZone } from "@/components/shared/use-time-zone";

export interface ComparedRoom extends ComparedWindow {
  readonly room: RooflineRoom;
}

/** The same deployment in the window that `comparison` (of the URL) means; null while nothing is compared, or that is still read. */
export function useComparedRoom(
  room: RooflineRoom | null,
  ask: RooflineAsk,
  comparison: string | null,
): ComparedRoom | null {
  const timeZone = useTimeZone();
  const compared = room === null ? null : comparedWindow(room.window, comparison, timeZone);
  const { startMs, endMs } = compared?.window ?? { startMs: 0, endMs: 0 };
  const { data } = useQuery({
    ...rooflineQuery({ ...ask, from: String(startMs), to: String(endMs), live: false }),
    enabled: compared !== null,
  });
  if (room === null || compared === null || data?.state !== "answered") return null;
  return isOf(data, room, compared) ? { ...compared, room: data } : null;
}

/** While the next window is read the last one stays: of the same deployment, and no more than a step of it away. */
function isOf(
  read: RooflineRoom,
  shown: RooflineRoom,
  { window: { startMs, endMs } }: ComparedWindow,
): boolean {
  const [length, readLength] = [endMs - startMs, read.window.endMs - read.window.startMs];
  return (
    read.deployment.id === shown.deployment.id &&
    readLength === length &&
    Math.abs(read.window.startMs - startMs) <= length / 20
  );
}
