"use client";

import { useSearchParams } from "next/navigation";
import { findInvalidParameters } from "@/lib/client/url-state";
import { useClock } from "@/lib/client/use-clock";

/**
 * Lists link parameters that are invalid and were ignored, with the reason for time window and split. Pages report
 * unknown deployments themselves.
 */
export function InvalidLinkNotice() {
  const search = useSearchParams();
  const unusable = findInvalidParameters(new URLSearchParams(search.toString()), useClock());
  const names = unusable.names.filter((name) => name !== "d");
  if (names.length === 0) return null;
  return (
    <output className="block border-b border-rule bg-warn-wash px-4 py-1.5 text-xs md:px-8">
      This link has invalid parameters, so defaults are used:{" "}
      <code className="font-mono">{names.join(", ")}</code>.{unusable.reasons.map((one) => ` ${one}.`)}
    </output>
  );
}
