"use client";

import { X } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { Button } from "@/components/ui/button";

/** Says that the fleet is simulated, and where one's own is connected. Gone for this visit when dismissed. */
export function DemoBanner() {
  const [isShown, setShown] = useState(true);
  if (!isShown) return null;
  return (
    <aside
      aria-label="Demo"
      className="flex h-7 items-center gap-3 border-b border-rule bg-well px-4 text-xs"
    >
      <strong className="font-semibold whitespace-nowrap">Demo data</strong>
      <span className="hidden text-ink-2 sm:inline">
        A simulated fleet, read from a real Prometheus and Jaeger.
      </span>
      <Link href="/settings/sources#connect" className="truncate text-accent hover:underline">
        Connect your own
      </Link>
      <Button
        variant="ghost"
        size="icon-sm"
        className="ml-auto"
        aria-label="Hide the demo notice"
        onClick={() => setShown(false)}
      >
        <X aria-hidden className="size-3.5" />
      </Button>
    </aside>
  );
}
