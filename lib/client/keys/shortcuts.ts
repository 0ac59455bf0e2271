/**
 * Keyboard shortcut of an action. Listeners and the help dialog use the same list. Shortcuts that open a
 * page are in the list of pages.
 */
export interface Shortcut {
  readonly id: "palette" | "help" | "live" | "theme" | "zoom-out" | "add-event" | "open-investigation";
  /** Keys in the syntax of `typed-keys.ts`. They are characters, not positions on the keyboard. */
  readonly keys: string;
  readonly keyLabels: readonly string[];
  readonly description: string;
}

/** Keyboard shortcuts of all actions. */
export const shortcuts: readonly Shortcut[] = [
  {
    id: "palette",
    keys: "mod+k",
    keyLabels: ["⌘ K", "Ctrl K"],
    description: "Search, or open a page or deployment",
  },
  { id: "help", keys: "?", keyLabels: ["?"], description: "Show this list" },
  { id: "live", keys: "p", keyLabels: ["P"], description: "Pause or resume live updates" },
  { id: "zoom-out", keys: "z", keyLabels: ["Z"], description: "Back to the previous window" },
  {
    id: "add-event",
    keys: "e",
    keyLabels: ["E"],
    description: "On Signals: add an event at the cursor, or now",
  },
  { id: "open-investigation", keys: "c", keyLabels: ["C"], description: "Open an investigation" },
  { id: "theme", keys: "t", keyLabels: ["T"], description: "Switch between light and dark" },
];

/** Returns the keys of a shortcut. */
export function shortcutKeys(id: Shortcut["id"]): string {
  return shortcuts.find((one) => one.id === id)?.keys ?? "";
}
