import type { RefObject } from "react";
import { investigationKeys } from "@/lib/client/keys/investigation-keys";
import { useKeyBindings } from "@/lib/client/keys/use-keys";

/** Moves the focus between the links of a list with J and K. Enter opens the focused link. */
export function useListKeys(list: RefObject<HTMLElement | null>): void {
  const move = (step: 1 | -1): void => {
    const links = [...(list.current?.querySelectorAll<HTMLElement>("[data-investigation]") ?? [])];
    const present = links.findIndex((link) => link === document.activeElement);
    const next = present === -1 ? (step === 1 ? 0 : links.length - 1) : present + step;
    links[next]?.focus();
  };
  useKeyBindings([
    { keys: investigationKeys.next.keys, onPress: () => move(1) },
    { keys: investigationKeys.previous.keys, onPress: () => move(-1) },
  ]);
}
