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
  readonly keyLabels: readonly string[];
  readonly description: string;
}

export const shortcuts: readonly Shortcut[] = [
  {
    id: "palette",
    keys: "mod+k",
    keyLabels: ["⌘ K", "Ctrl K"],
    description: "Search, or go to a room or deployment",
  },
  { id: "help", keys: "?", keyLabels: ["?"], description: "Show this list" },
  { id: "live", keys: "p", keyLabels: ["P"], description: "Pause, or go on live" },
  { id: "zoom-out", keys: "z", keyLabels: ["Z"], description: "Back to the window before" },
  {
    id: "add-event",
    keys: "e",
    keyLabels: ["E"],
    description: "On Signals: add an event where the cursor is, or now",
  },
  { id: "theme", keys: "t", keyLabels: ["T"], description: "Light or dark" },
  { id: "overview", keys: "g>o", keyLabels: ["G", "O"], description: "Overview" },
  { id: "signals", keys: "g>s", keyLabels: ["G", "S"], description: "Signals" },
  { id: "traces", keys: "g>t", keyLabels: ["G", "T"], description: "Traces" },
  { id: "roofline", keys: "g>r", keyLabels: ["G", "R"], description: "Roofline" },
  { id: "sources", keys: "g>c", keyLabels: ["G", "C"], description: "Sources" },
];

/** The keys of a shortcut, for what listens. */
export function keysOf(id: Shortcut["id"]): string {
  return shortcuts.find((one) => one.id === id)?.keys ?? "";
}
