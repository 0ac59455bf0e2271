"use client";

import type { DownSince as Since } from "@/lib/model/reading";
import { downSinceText } from "@/lib/format/down-since";
import { ZonedText } from "./zoned-text";
import { useTimeZone } from "./use-time-zone";

/** Shows since when a target is down, in the viewer's time zone: "since 14:32 CET". */
export function DownSince({ since }: { readonly since: Since }) {
  const timeZone = useTimeZone();
  return (
    <span className="tnum">
      <ZonedText>{downSinceText(since, timeZone)}</ZonedText>
    </span>
  );
}
