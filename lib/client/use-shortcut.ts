/** Listens for one of the listed shortcuts. */
import { keysOf, type Shortcut } from "./shortcuts";
import { useKeys, type KeysOptions } from "./use-keys";

/** Runs `act` when the shortcut's characters are typed, independent of the keyboard layout. */
export function useShortcut(id: Shortcut["id"], act: () => void, options?: KeysOptions): void {
  useKeys(keysOf(id), act, options);
}
