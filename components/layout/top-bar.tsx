"use client";

import { Contrast, Search } from "lucide-react";
import { usePathname } from "next/navigation";
import { useTheme } from "next-themes";
import { Button } from "@/components/ui/button";
import { findTopBarScope } from "./top-bar-scope";
import { LiveControl } from "./live-control";
import { ScopePickers } from "./scope-pickers";
import { WindowPicker } from "./window/window-picker";

interface TopBarProps {
  readonly onSearch: () => void;
}

const themes = { system: "light", light: "dark", dark: "system" } as const;

/** Deployment and time window on the left; freshness, search and theme on the right. */
export function TopBar({ onSearch }: TopBarProps) {
  const { deployment, hasWindow, isLive, title } = findTopBarScope(usePathname());
  return (
    <header
      id="shell-header"
      className="sticky top-0 z-20 flex h-11 items-center gap-2 border-b border-rule bg-paper px-3 md:px-8"
    >
      {deployment === null ? (
        <span className="font-semibold">{title}</span>
      ) : (
        <ScopePickers isFilter={deployment === "filter"} />
      )}
      {hasWindow && (
        <>
          <span aria-hidden className="mx-1 hidden h-4 w-px bg-rule-strong sm:block" />
          <WindowPicker />
        </>
      )}
      <div className="ml-auto flex items-center gap-2">
        {isLive && <LiveControl />}
        <Button
          variant="outline"
          className="hidden w-44 justify-start font-normal text-ink-3 lg:flex"
          onClick={onSearch}
        >
          <Search aria-hidden className="size-3.5" />
          Search or go to
          <kbd className="ml-auto font-mono text-2xs">⌘K</kbd>
        </Button>
        <Button
          variant="ghost"
          size="icon"
          className="lg:hidden"
          aria-label="Search or go to"
          onClick={onSearch}
        >
          <Search aria-hidden className="size-4" />
        </Button>
        <ThemeButton />
      </div>
    </header>
  );
}

function ThemeButton() {
  const { theme = "system", setTheme } = useTheme();
  const next = themes[theme as keyof typeof themes] ?? "light";
  return (
    <Button
      variant="ghost"
      size="icon"
      className="hidden md:inline-flex"
      suppressHydrationWarning
      aria-label={`Theme: ${theme}. Change to ${next}`}
      title={`Theme: ${theme}`}
      onClick={() => setTheme(next)}
    >
      <Contrast aria-hidden className="size-4" />
    </Button>
  );
}
