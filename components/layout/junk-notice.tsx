"use client";

import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { unusableParameters } from "@/lib/client/url-state";

/** A link with parts that cannot be used still opens; this line says which parts were left out. */
export function JunkNotice() {
  const search = useSearchParams();
  const [openedAtMs] = useState(() => Date.now());
  const names = unusableParameters(new URLSearchParams(search.toString()), openedAtMs);
  if (names.length === 0) return null;
  return (
    <output className="block border-b border-rule bg-warn-wash px-4 py-1.5 text-xs md:px-8">
      This link has parts that cannot be used, so their defaults are shown:{" "}
      <code className="font-mono">{names.join(", ")}</code>.
    </output>
  );
}
