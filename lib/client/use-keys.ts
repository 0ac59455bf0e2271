/** Listens for typed keys on the complete page. */
import { useEffect, useEffectEvent } from "react";
import { followTyping } from "./typed-keys";

export interface KeysOptions {
  readonly preventDefault?: boolean;
  /** Also while the user types into a field. */
  readonly inFields?: boolean;
}

/** Runs `act` when `keys` (see `typed-keys.ts`) are typed. Ignores key repeat and, by default, typing in fields. */
export function useKeys(keys: string, act: () => void, options: KeysOptions = {}): void {
  const { preventDefault = false, inFields = false } = options;
  const typed = useEffectEvent((event: KeyboardEvent) => {
    if (preventDefault) event.preventDefault();
    act();
  });
  useEffect(() => {
    // Effect on the keyboard.
    const typing = followTyping(keys);
    const onKey = (event: KeyboardEvent): void => {
      if (event.repeat || event.isComposing || isModifier(event.key)) return;
      if (!inFields && isField(event.target)) return;
      if (typing.isCompletedBy(event, event.timeStamp)) typed(event);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [keys, inFields]);
}

const isModifier = (key: string): boolean => /^(?:Shift|Control|Alt|Meta)$/.test(key);

function isField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable || target.matches("input, textarea, select, [role=textbox], [role=combobox]")
  );
}
