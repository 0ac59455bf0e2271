"use client";

import type { FirstSample as First } from "@/lib/model/reading";
import { firstSampleText } from "@/lib/format/first-sample";
import { useTimeZone } from "./use-time-zone";

/** Time of the first sample, in the viewer's time zone. */
export function FirstSample({ firstSample }: { readonly firstSample: First }) {
  return <span className="tnum">{firstSampleText(firstSample, useTimeZone())}</span>;
}
