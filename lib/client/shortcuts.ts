/** The list of keyboard shortcuts: what listens and what the help shows are the same list. */

export interface Shortcut {
  readonly id:
    | "palette"
    | "help"
    | "live"
    | "theme"
    | "overview"
    | "signals"
    | "traces"
    | "roofline"
    | "sources"
    | "zoom-out"
    | "add-event";
  /** As `typed-keys.ts` reads them: the characters that keys type. */
  readonly keys: string;
  readonly shown: readonly string[];
  readonly does: string;
}

export const shortcuts: readonly Shortcut[] = [
  { id: "palette", keys: "mod+k", shown: ["⌘ K", "Ctrl K"], does: "Search, or go to a room or deployment" },
  { id: "help", keys: "?", shown: ["?"], does: "Show this list" },
  { id: "live", keys: "p", shown: ["P"], does: "Pause, or go on live" },
  { id: "zoom-out", keys: "z", shown: ["Z"], does: "Back to the window before" },
  { id: "add-event", keys: "e", shown: ["E"], does: "On Signals: add an event where the cursor is, or now" },
  { id: "theme", keys: "t", shown: ["T"], does: "Light or dark" },
  { id: "overview", keys: "g>o", shown: ["G", "O"], does: "Overview" },
  { id: "signals", keys: "g>s", shown: ["G", "S"], does: "Signals" },
  { id: "traces", keys: "g>t", shown: ["G", "T"], does: "Traces" },
  { id: "roofline", keys: "g>r", shown: ["G", "R"], does: "Roofline" },
  { id: "sources", keys: "g>c", shown: ["G", "C"], does: "Sources" },
];

/** The keys of a shortcut, for what listens. */
export function keysOf(id: Shortcut["id"]): string {
  return shortcuts.find((one) => one.id === id)?.keys ?? "";
}
