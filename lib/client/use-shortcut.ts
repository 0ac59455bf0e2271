/** Listens for one of the listed shortcuts. */
import { keysOf, type Shortcut } from "./shortcuts";
import { useKeys, type KeysOptions } from "./use-keys";

/** Does `act` when the shortcut's characters are typed, wherever the person's keyboard has them. */
export function useShortcut(id: Shortcut["id"], act: () => void, options?: KeysOptions): void {
  useKeys(keysOf(id), act, options);
}
