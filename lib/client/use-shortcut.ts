/** Listens for one of the listed shortcuts. */
import { useHotkeys } from "react-hotkeys-hook";
import { keysOf, type Shortcut } from "./shortcuts";

interface ShortcutOptions {
  readonly preventDefault?: boolean;
  readonly enableOnFormTags?: boolean;
}

/** Does `act` when the shortcut's characters are typed, wherever the person's keyboard has them. */
export function useShortcut(id: Shortcut["id"], act: () => void, options: ShortcutOptions = {}): void {
  useHotkeys(keysOf(id), act, { ...options, useKey: true });
}
