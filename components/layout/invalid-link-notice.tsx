"use client";

import { useSearchParams } from "next/navigation";
import { findInvalidParameters } from "@/lib/client/url-state";
import { useClock } from "@/lib/client/use-clock";

/**
 * A link with parts that cannot be used still opens; this line says which parts were left out, and of a window or a split why. Of a
 * deployment that is not there the pages tell themselves, with those that are.
 */
export function InvalidLinkNotice() {
  const search = useSearchParams();
  const unusable = findInvalidParameters(new URLSearchParams(search.toString()), useClock());
  const names = unusable.names.filter((name) => name !== "d");
  if (names.length === 0) return null;
  return (
    <output className="block border-b border-rule bg-warn-wash px-4 py-1.5 text-xs md:px-8">
      This link has parts that cannot be used, so their defaults are shown:{" "}
      <code className="font-mono">{names.join(", ")}</code>.{unusable.reasons.map((one) => ` ${one}.`)}
    </output>
  );
}
