"use client";

import dynamic from "next/dynamic";
import { usePathname } from "next/navigation";
import { useState, type ReactNode } from "react";
import { FreshnessProvider } from "./freshness";
import { InvalidLinkNotice } from "./invalid-link-notice";
import { SourceNotes } from "./source-notes";
import { NavigationTabs } from "./navigation-tabs";
import { Sidebar } from "./sidebar";
import { TopBar } from "./top-bar";
import { useShortcuts } from "./use-shortcuts";

// Not needed for the first screen. They are about a tenth of the page's code.
const CommandPalette = dynamic(
  () => import("./palette/command-palette").then((module) => module.CommandPalette),
  {
    ssr: false,
  },
);
const KeyboardHelp = dynamic(() => import("./keyboard-help").then((module) => module.KeyboardHelp), {
  ssr: false,
});

interface ShellProps {
  /** The banner of the demo. The server adds it, because the scripts of other pages do not need it. */
  readonly demoBanner: ReactNode;
  /** True if a file with notes about the sources is configured. */
  readonly hasSourceNotes: boolean;
  /** The person who signed in. The server adds it, because the scripts of the operator's pages do not need it. */
  readonly person: ReactNode;
  /** Profile link and sign-out button of that person, for the menu on phones. */
  readonly account: ReactNode;
  readonly children: ReactNode;
}

/** Page frame: sidebar, top bar and common notices. */
export function Shell({ demoBanner, hasSourceNotes, person, account, children }: ShellProps) {
  // Null until opened first. Stays mounted afterwards so that closing returns the focus.
  const [isPaletteOpen, setPaletteOpen] = useState<boolean | null>(null);
  const [isHelpOpen, setHelpOpen] = useState<boolean | null>(null);
  useShortcuts({ onOpenPalette: () => setPaletteOpen(true), onOpenHelp: () => setHelpOpen(true) });
  return (
    <FreshnessProvider pathname={usePathname()}>
      <a
        href="#content"
        className="sr-only z-50 bg-sheet px-3 py-2 focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <div className="flex min-h-dvh">
        <Sidebar person={person} />
        <div className="flex min-w-0 flex-1 flex-col">
          {demoBanner}
          {hasSourceNotes && <SourceNotes />}
          <TopBar onSearch={() => setPaletteOpen(true)} />
          <InvalidLinkNotice />
          <main
            id="content"
            tabIndex={-1}
            className="min-w-0 flex-1 px-4 pt-5 pb-24 outline-none md:px-8 md:pb-12"
          >
            {children}
          </main>
        </div>
      </div>
      <NavigationTabs account={account} />
      {isPaletteOpen !== null && (
        <CommandPalette
          isOpen={isPaletteOpen}
          onOpenChange={setPaletteOpen}
          onHelp={() => setHelpOpen(true)}
        />
      )}
      {isHelpOpen !== null && <KeyboardHelp isOpen={isHelpOpen} onOpenChange={setHelpOpen} />}
    </FreshnessProvider>
  );
}
