"use client";

import { useRouter } from "next/navigation";
import { useTheme } from "next-themes";
import { linkTo, useView } from "@/lib/client/url-state";
import { useShortcut } from "@/lib/client/use-shortcut";

interface ShortcutActions {
  readonly onPalette: () => void;
  readonly onHelp: () => void;
}

/** Registers the keyboard shortcuts of the shortcut list. */
export function useShortcuts({ onPalette, onHelp }: ShortcutActions): void {
  const router = useRouter();
  const [view, setView] = useView();
  const { resolvedTheme, setTheme } = useTheme();
  const viewParams = { d: view.d, from: view.from, to: view.to, live: view.live };
  useShortcut("palette", onPalette, { preventDefault: true, inFields: true });
  useShortcut("help", onHelp);
  useShortcut("live", () => void setView({ live: view.live ? false : null }));
  useShortcut("zoom-out", () => router.back());
  useShortcut("theme", () => setTheme(resolvedTheme === "dark" ? "light" : "dark"));
  useShortcut("overview", () => router.push(linkTo("/overview", { ...viewParams, d: null })));
  useShortcut("signals", () => router.push(linkTo("/signals", viewParams)));
  useShortcut("traces", () => router.push(linkTo("/traces", viewParams)));
  useShortcut("roofline", () => router.push(linkTo("/roofline", viewParams)));
  useShortcut("sources", () => router.push("/settings/sources"));
}
