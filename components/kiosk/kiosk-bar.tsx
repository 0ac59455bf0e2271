"use client";

import Link from "next/link";
import { useFreshness } from "@/components/layout/freshness";
import { Logo } from "@/components/layout/sidebar";
import { Age } from "@/components/shared/age";
import { ShapeMark } from "@/components/shared/status-mark";
import { cn } from "@/components/ui/cn";
import { Clock } from "./clock";

interface KioskBarProps {
  readonly pageTitles: readonly string[];
  readonly currentIndex: number;
  readonly leaveHref: string;
}

/** Shows the current page, the age of its data, the time, and the exit link. */
export function KioskBar({ pageTitles, currentIndex, leaveHref }: KioskBarProps) {
  return (
    <header className="flex min-h-12 shrink-0 flex-wrap items-center gap-x-5 border-b border-rule px-4 py-1 text-md whitespace-nowrap sm:px-8 sm:text-lg">
      <Logo />
      <ol aria-label="Page rotation" className="flex flex-wrap gap-x-5">
        {pageTitles.map((title, index) => (
          <li
            // A page can occur twice in the rotation. oxlint-disable-next-line react/no-array-index-key
            key={index}
            aria-current={index === currentIndex ? "step" : undefined}
            className={cn("text-ink-2", index === currentIndex && "font-semibold text-ink")}
          >
            {title}
          </li>
        ))}
      </ol>
      <span className="flex flex-wrap items-center gap-x-5 sm:ml-auto">
        <DataAge />
        <Clock />
        <Link href={leaveHref} className="text-sm text-ink-2 hover:underline">
          Exit (Esc)
        </Link>
      </span>
    </header>
  );
}

function DataAge() {
  const { freshness } = useFreshness();
  if (freshness === null || freshness.asOfMs === null) return <span className="text-ink-2">Loading</span>;
  const { asOfMs, serverNowMs, receivedAtMs, isStale } = freshness;
  return (
    <span className={cn("flex items-center gap-2", isStale ? "text-warn" : "text-ink-2")}>
      <ShapeMark shape={isStale ? "stale" : "ok"} className="size-3" />
      {isStale ? "stale, data from" : "data from"}
      <Age className="tnum" atMs={asOfMs} asOfMs={serverNowMs} receivedAtMs={receivedAtMs} />
    </span>
  );
}
