"use client";

import { useSearchParams } from "next/navigation";
import { useQueryStates } from "nuqs";
import { findInvalidParameters } from "@/lib/client/url-state";
import { useClock } from "@/lib/client/use-clock";
import { kioskNotices, kioskParsers, toRotation, invalidTurn, type KioskRotation } from "./kiosk-state";

interface KioskState extends Pick<KioskRotation, "pages"> {
  readonly turnMs: number;
  /** Sentences about invalid parts of the link. */
  readonly notices: readonly string[];
}

/** Returns the kiosk state of the current URL. */
export function useKioskState(): KioskState {
  const [{ pages, every }] = useQueryStates(kioskParsers);
  const search = useSearchParams();
  const unusable = findInvalidParameters(new URLSearchParams(search.toString()), useClock());
  const { unknown, ...rotation } = toRotation(pages);
  const turnMs = every * 1_000;
  const notices = kioskNotices({
    unknown,
    turnMs,
    invalidEvery: invalidTurn(search.get("every")),
    unusableParts: unusable,
  });
  return { ...rotation, turnMs, notices };
}
