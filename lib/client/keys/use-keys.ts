/** Listens for typed keys on the complete page. */
import { useEffect, useEffectEvent } from "react";
import { createShortcutMatcher } from "./typed-keys";

/** Options of a shortcut: whether it prevents the browser's default action, and whether it works in fields. */
export interface KeysOptions {
  readonly preventDefault?: boolean;
  /** True if the shortcut also works while the user types into a field. False if absent. */
  readonly worksInFields?: boolean;
}

/** Keyboard shortcut with its action. */
export interface KeyBinding {
  /** Keys in the syntax of `typed-keys.ts`. */
  readonly keys: string;
  readonly onPress: () => void;
}

/** Runs `onPress` when the shortcut `keys` is typed. Ignores key repeat and, by default, typing in fields. */
export function useKeys(keys: string, onPress: () => void, options: KeysOptions = {}): void {
  useKeyBindings([{ keys, onPress }], options);
}

/** Runs the action of the shortcut that is typed, like `useKeys` for several shortcuts. */
export function useKeyBindings(bindings: readonly KeyBinding[], options: KeysOptions = {}): void {
  const { preventDefault = false, worksInFields = false } = options;
  const typed = useEffectEvent((event: KeyboardEvent, index: number) => {
    if (preventDefault) event.preventDefault();
    bindings[index]?.onPress();
  });
  const joinedKeys = bindings.map(({ keys }) => keys).join(" ");
  useEffect(() => {
    // Effect on the keyboard.
    const typings = joinedKeys.split(" ").map(createShortcutMatcher);
    const onKey = (event: KeyboardEvent): void => {
      if (event.repeat || event.isComposing || isModifier(event.key)) return;
      if (!worksInFields && isField(event.target)) return;
      for (const [index, typing] of typings.entries())
        if (typing.isCompletedBy(event, event.timeStamp)) typed(event, index);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [joinedKeys, worksInFields]);
}

const isModifier = (key: string): boolean => /^(?:Shift|Control|Alt|Meta)$/.test(key);

/** Returns whether the user types into a field. A field of a dialog that is closing no longer takes text. */
function isField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement) || target.closest("[data-closed]") !== null) return false;
  return (
    target.isContentEditable || target.matches("input, textarea, select, [role=textbox], [role=combobox]")
  );
}
