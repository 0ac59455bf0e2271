"use client";

import { useSearchParams } from "next/navigation";
import { useQueryStates } from "nuqs";
import { findInvalidParameters } from "@/lib/client/url-state";
import { useClock } from "@/lib/client/use-clock";
import {
  kioskNotices,
  kioskParsers,
  toRotation,
  findInvalidInterval,
  type KioskRotation,
} from "./kiosk-state";

interface KioskState extends Pick<KioskRotation, "pages"> {
  readonly rotationIntervalMs: number;
  /** Sentences about invalid parameters of the link. */
  readonly notices: readonly string[];
}

/** Returns the kiosk state of the current URL. */
export function useKioskState(): KioskState {
  const [{ pages, every }] = useQueryStates(kioskParsers);
  const search = useSearchParams();
  const unusable = findInvalidParameters(new URLSearchParams(search.toString()), useClock());
  const { unknownPages, ...rotation } = toRotation(pages);
  const rotationIntervalMs = every * 1_000;
  const notices = kioskNotices({
    unknownPages,
    rotationIntervalMs,
    invalidInterval: findInvalidInterval(search.get("every")),
    invalidParameters: unusable,
  });
  return { ...rotation, rotationIntervalMs, notices };
}
