"use client";

import { useSearchParams } from "next/navigation";
import { useQueryStates } from "nuqs";
import { unusableParts } from "@/lib/client/url-state";
import { useClock } from "@/lib/client/use-clock";
import { kioskNotices, kioskParsers, toRound, unusableTurn, type KioskRound } from "./kiosk-state";

interface KioskState extends Pick<KioskRound, "pages"> {
  readonly turnMs: number;
  /** What of the link was not understood. */
  readonly notices: readonly string[];
}

/** What the kiosk's link says now. */
export function useKioskState(): KioskState {
  const [{ pages, every }] = useQueryStates(kioskParsers);
  const search = useSearchParams();
  const unusable = unusableParts(new URLSearchParams(search.toString()), useClock());
  const { unknown, ...round } = toRound(pages);
  const turnMs = every * 1_000;
  const notices = kioskNotices({
    unknown,
    turnMs,
    unusableEvery: unusableTurn(search.get("every")),
    unusable,
  });
  return { ...round, turnMs, notices };
}
