"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { useTheme } from "next-themes";
import { useView } from "@/lib/client/url-state";
import { useKeyBindings } from "@/lib/client/keys/use-keys";
import { useShortcut } from "@/lib/client/keys/use-shortcut";
import { pageLink } from "./page-link";
import { pages } from "./pages";

interface ShortcutActions {
  readonly onOpenPalette: () => void;
  readonly onOpenHelp: () => void;
}

/** Registers the keyboard shortcuts of actions and pages. */
export function useShortcuts({ onOpenPalette, onOpenHelp }: ShortcutActions): void {
  const router = useRouter();
  const [view, setView] = useView();
  const { resolvedTheme, setTheme } = useTheme();
  useShortcut("palette", onOpenPalette, { preventDefault: true, worksInFields: true });
  useShortcut("help", onOpenHelp);
  useShortcut("live", () => void setView({ live: view.live ? false : null }));
  useShortcut("zoom-out", () => router.back());
  useShortcut("theme", () => setTheme(resolvedTheme === "dark" ? "light" : "dark"));
  useKeyBindings(
    pages.flatMap((page) =>
      page.keys === undefined ? [] : [{ keys: page.keys, onPress: () => router.push(pageLink(page, view)) }],
    ),
  );
  useEffect(() => {
    // Effects run in order, so every shortcut above works now. Keys typed before are lost.
    document.documentElement.dataset["shortcuts"] = "ready";
  }, []);
}
