"use client";

import { X } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { Button } from "@/components/ui/button";

/** States that the data is simulated and as whom the visitor is signed in, and links to the setup. A visitor can dismiss it for this visit. */
export function DemoBanner({ visitorName }: { readonly visitorName: string | null }) {
  const [isShown, setShown] = useState(true);
  if (!isShown) return null;
  return (
    <aside
      aria-label="Demo"
      className="flex min-h-7 items-center gap-3 border-b border-rule bg-well px-4 py-1 text-xs md:py-0"
    >
      <div className="flex min-w-0 flex-wrap items-center gap-x-3">
        <strong className="font-semibold whitespace-nowrap">Demo data</strong>
        <span className="hidden truncate text-ink-2 md:inline">
          Simulated deployments, queried through a real Prometheus and Jaeger.
        </span>
        {visitorName !== null && (
          <span className="truncate text-ink-2">You are signed in as {visitorName}.</span>
        )}
        <Link href="/settings/sources#connect" className="truncate text-accent hover:underline">
          Connect your own sources
        </Link>
      </div>
      <Button
        variant="ghost"
        size="icon-sm"
        className="ml-auto"
        aria-label="Hide demo notice"
        onClick={() => setShown(false)}
      >
        <X aria-hidden className="size-3.5" />
      </Button>
    </aside>
  );
}
