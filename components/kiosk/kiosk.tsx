"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState, type ReactNode } from "react";
import { makeQueryClient } from "@/lib/client/query-client";
import { readLiveness } from "@/lib/client/queries/health";
import { linkTo, useView } from "@/lib/client/url-state";
import { useKeys } from "@/lib/client/keys/use-keys";
import { FreshnessProvider } from "@/components/layout/freshness";
import { getPage, type KioskPage } from "@/components/layout/pages";
import { ErrorBoundary } from "@/components/shared/error-boundary";
import { KioskBar } from "./kiosk-bar";
import { useKioskState } from "./use-kiosk-state";
import { useNewBuild } from "./use-new-build";
import { useRotation } from "./use-rotation";

interface KioskProps {
  /** Build id of this page. Null in development. */
  readonly build: string | null;
  /** Content of each page. Only the current page is mounted. */
  readonly pageContent: { readonly [P in KioskPage]: ReactNode };
}

/**
 * Kiosk mode for a wall display: rotates enlarged pages without the navigation. Escape opens the current page
 * normally.
 */
export function Kiosk({ build, pageContent }: KioskProps) {
  const [queryClient] = useState(() => makeQueryClient({ inBackground: true }));
  return (
    <QueryClientProvider client={queryClient}>
      <RotatingPages build={build} pageContent={pageContent} />
    </QueryClientProvider>
  );
}

function RotatingPages({ build, pageContent }: KioskProps) {
  const router = useRouter();
  const [view, setView] = useView();
  const { pages, rotationIntervalMs, notices } = useKioskState();
  // A link without a deployment selects the worst deployment at every turn.
  const [linkedDeployment] = useState(view.d);
  const present = useRotation({
    pageCount: pages.length,
    rotationIntervalMs,
    onPageChange: () => {
      if (view.d !== linkedDeployment) void setView({ d: linkedDeployment }, { history: "replace" });
    },
  });
  useNewBuild({
    currentBuild: build,
    read: readLiveness,
    checkIntervalMs: buildCheckMs,
    onNewBuild: () => location.reload(),
  });
  const page = pages[present] ?? pages[0];
  const { title, path } = getPage(page);
  const leaveHref = linkTo(path, { d: view.d, from: view.from, to: view.to, x: view.x, y: view.y });
  useKeys("escape", () => router.push(leaveHref), { worksInFields: true });
  return (
    // Each page reports the age of its data separately.
    <FreshnessProvider key={present} pathname={String(present)}>
      <div data-kiosk className="relative flex h-dvh flex-col overflow-hidden">
        <KioskBar
          pageTitles={pages.map((one) => getPage(one).title)}
          currentIndex={present}
          leaveHref={leaveHref}
        />
        {notices.map((notice) => (
          <output key={notice} className="block bg-warn-wash px-8 py-1.5">
            {notice}
          </output>
        ))}
        <main
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a place that scrolls must be reachable by keyboard
          tabIndex={0}
          aria-label={title}
          className="min-h-0 flex-1 overflow-auto px-4 py-5 sm:px-8 outline-none"
        >
          <div className={enlarged}>
            <ErrorBoundary contentTitle={title}>{pageContent[page]}</ErrorBoundary>
          </div>
        </main>
      </div>
    </FreshnessProvider>
  );
}

const buildCheckMs = 60_000;

/** Fills the screen, and enlarges text for reading from a distance: 13 px becomes 18 px. Not on phones. */
const enlarged = "h-full sm:[zoom:1.4]";
