"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import type { SourceRow } from "@/lib/contracts/sources";
import { useView } from "@/lib/client/url-state";
import { sourcesQuery } from "@/lib/client/queries/sources";
import { Age } from "@/components/shared/age";
import { ShapeMark } from "@/components/shared/status-mark";
import { cn } from "@/components/ui/cn";
import { pageLink } from "./page-link";
import { isSectionOpen, mainPages } from "./pages";

/** Logo: a ridge line and its ridge point. */
export function Logo() {
  return (
    <svg aria-hidden viewBox="0 0 20 20" className="size-5">
      <path
        d="M2 17 11 6h7"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="11" cy="6" r="2.6" className="fill-accent" />
    </svg>
  );
}

/** Sidebar with the main pages, the state of the sources, and the person who signed in. */
export function Sidebar({ person }: { readonly person: ReactNode }) {
  return (
    <nav
      aria-label="Pages"
      className="sticky top-0 hidden h-dvh w-52 shrink-0 flex-col border-r border-rule bg-well px-2 pt-3 pb-2 md:flex"
    >
      <Link href="/overview" className="mb-4 flex items-center gap-2 px-2 text-md font-semibold">
        <Logo />
        Ridgepoint
      </Link>
      <NavigationLinks className="flex flex-col gap-0.5" />
      <SourceStates />
      {person}
    </nav>
  );
}

function NavigationLinks({ className }: { readonly className: string }) {
  const pathname = usePathname();
  const [view] = useView();
  return (
    <ul className={className}>
      {mainPages.map(({ sidebarEntry, ...page }) => {
        const isOpen = isSectionOpen(page, pathname);
        return (
          <li key={page.id}>
            <Link
              href={pageLink(page, view)}
              aria-current={isOpen ? "page" : undefined}
              className={cn(
                "flex h-7 items-center gap-3 rounded-sm px-2 text-ink-2 hover:bg-hover hover:text-ink",
                isOpen && "bg-selected font-medium text-ink",
              )}
            >
              <sidebarEntry.icon aria-hidden className="size-4" strokeWidth={1.6} />
              {sidebarEntry.title}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

function SourceStates() {
  const { data, dataUpdatedAt } = useQuery(sourcesQuery);
  return (
    <ul
      aria-label="Sources"
      className="mt-auto flex flex-col gap-0.5 border-t border-rule pt-2 text-xs text-ink-2"
    >
      {data?.sources.map((source) => (
        <li key={source.slug}>
          <Link
            href="/settings/sources"
            className="flex h-6 items-center gap-2 rounded-sm px-2 hover:bg-hover"
          >
            <ShapeMark shape={shapeOf(source)} className="size-2.5" />
            <span className="truncate" title={versionTitle(source)}>
              {nameOf(source)}
            </span>
            <span className="tnum ml-auto text-2xs whitespace-nowrap text-ink-3">
              {source.health.kind === "unknown" ? (
                "not checked"
              ) : (
                <Age atMs={source.health.checkedAtMs} asOfMs={data.asOfMs} receivedAtMs={dataUpdatedAt} />
              )}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function isStarting(health: SourceRow["health"]): boolean {
  return health.kind === "down" && health.failure === "not-ready";
}

function shapeOf({ health }: SourceRow): "ok" | "failed" | "loading" {
  if (health.kind === "unknown" || isStarting(health)) return "loading";
  return health.kind === "up" ? "ok" : "failed";
}

function nameOf({ title, health }: SourceRow): string {
  if (health.kind === "down") return `${title} is ${isStarting(health) ? "starting" : "down"}`;
  return health.kind === "up" && health.version !== null ? `${title} ${shortVersion(health.version)}` : title;
}

/** The narrow sidebar shows the version without its build, such as "2.42.0" of "2.42.0+ds". */
const shortVersion = (version: string): string => version.slice(0, version.search(/[+~-]|$/));

function versionTitle({ title, health }: SourceRow): string | undefined {
  return health.kind === "up" && health.version !== null ? `${title} ${health.version}` : undefined;
}
