"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { RooflineResponse, RooflineRoom } from "@/lib/contracts/roofline";
import { rooflineQuery } from "@/lib/client/queries/roofline";
import { useView } from "@/lib/client/url-state";
import { useFreshness } from "@/components/layout/freshness";
import { useMostInTrouble } from "@/components/shared/use-most-in-trouble";

export interface RoomReading {
  /** Null until it is read for the first time. */
  readonly room: RooflineRoom | null;
  readonly title: string | null;
  /** Why the newest could not be read; what `room` has is older. */
  readonly trouble: string | null;
  /** `room` is of another deployment or window, until the new one is read. */
  readonly isOfBefore: boolean;
  readonly readAgain: () => Promise<unknown>;
}

/** The roofline of the deployment in view, read again as the window moves; the top bar is told its age. */
export function useRoom(): RoomReading {
  const [view] = useView();
  const client = useQueryClient();
  useMostInTrouble();
  const { data, dataUpdatedAt, error, isPlaceholderData } = useQuery({
    ...rooflineQuery({
      deployment: view.d ?? "",
      model: view.m,
      instance: view.i,
      from: view.from,
      to: view.to,
      live: view.live,
    }),
    enabled: view.d !== null,
  });
  const room = answered(data);
  const { tell } = useFreshness();
  useEffect(() => {
    // The age in the top bar is outside of this page.
    if (room !== null && !isPlaceholderData)
      tell({
        asOfMs: room.asOfMs,
        serverNowMs: room.asOfMs,
        receivedAtMs: dataUpdatedAt,
        isStale: error !== null || room.stale !== null,
      });
  }, [room, dataUpdatedAt, isPlaceholderData, error, tell]);
  return {
    room,
    title: data?.deployment.title ?? null,
    trouble: error?.message ?? null,
    isOfBefore: isPlaceholderData,
    readAgain: () => client.invalidateQueries({ queryKey: ["roofline"] }),
  };
}

const answered = (data: RooflineResponse | undefined): RooflineRoom | null =>
  data?.state === "answered" ? data : null;
