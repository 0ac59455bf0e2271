"use client";

import { useRouter } from "next/navigation";
import { useTheme } from "next-themes";
import { useHotkeys } from "react-hotkeys-hook";
import { keysOf } from "@/lib/client/shortcuts";
import { linkTo, useView } from "@/lib/client/url-state";

interface ShortcutActions {
  readonly onPalette: () => void;
  readonly onHelp: () => void;
}

/** Makes the listed shortcuts do what the list says. */
export function useShortcuts({ onPalette, onHelp }: ShortcutActions): void {
  const router = useRouter();
  const [view, setView] = useView();
  const { resolvedTheme, setTheme } = useTheme();
  const kept = { d: view.d, from: view.from, to: view.to, live: view.live };
  useHotkeys(keysOf("palette"), onPalette, { preventDefault: true, enableOnFormTags: true });
  useHotkeys(keysOf("help"), onHelp);
  useHotkeys(keysOf("live"), () => void setView({ live: view.live ? false : null }));
  useHotkeys(keysOf("zoom-out"), () => router.back());
  useHotkeys(keysOf("theme"), () => setTheme(resolvedTheme === "dark" ? "light" : "dark"));
  useHotkeys(keysOf("overview"), () => router.push(linkTo("/overview", { ...kept, d: null })));
  useHotkeys(keysOf("signals"), () => router.push(linkTo("/signals", kept)));
  useHotkeys(keysOf("traces"), () => router.push(linkTo("/traces", kept)));
  useHotkeys(keysOf("sources"), () => router.push("/settings/sources"));
}
