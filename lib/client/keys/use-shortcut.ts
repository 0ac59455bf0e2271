/** Listens for one of the listed shortcuts. */
import { shortcutKeys, type Shortcut } from "./shortcuts";
import { useKeys, type KeysOptions } from "./use-keys";

/** Runs `onPress` when the shortcut with this id is typed, independent of the keyboard layout. */
export function useShortcut(id: Shortcut["id"], onPress: () => void, options?: KeysOptions): void {
  useKeys(shortcutKeys(id), onPress, options);
}
