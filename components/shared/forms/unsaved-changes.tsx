"use client";

import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { ChoiceDialog } from "./choice-dialog";

/**
 * Prompts the user before unsaved changes are discarded: by a link, by a reload, or by an action that is passed
 * to `leave`. `onDiscard` runs when the user discards them.
 */
export function useUnsavedChanges(hasChanges: () => boolean, onDiscard?: () => void) {
  const [leaving, setLeaving] = useState<{ readonly act: () => void } | null>(null);
  const isUnsaved = useRef(hasChanges);
  useEffect(() => {
    isUnsaved.current = hasChanges;
  });
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    const onUnload = (event: BeforeUnloadEvent): void => {
      if (isUnsaved.current()) event.preventDefault();
    };
    const onClick = (event: MouseEvent): void => {
      const link = leavingLink(event);
      if (link === null || !isUnsaved.current()) return;
      event.preventDefault();
      event.stopPropagation();
      const act = (): void => {
        listening.abort();
        link.click();
      };
      setLeaving({ act });
    };
    window.addEventListener("beforeunload", onUnload, { signal });
    // Before the link's handlers, which start the navigation.
    window.addEventListener("click", onClick, { signal, capture: true });
    return () => listening.abort();
  }, []);
  const dialog = leaving !== null && (
    <ChoiceDialog title="Discard unsaved changes?" onClose={() => setLeaving(null)}>
      <Button variant="selected" onClick={() => setLeaving(null)}>
        Continue editing
      </Button>
      <Button
        onClick={() => {
          setLeaving(null);
          onDiscard?.();
          leaving.act();
        }}
      >
        Discard changes
      </Button>
    </ChoiceDialog>
  );
  const leave = (act: () => void): void => (hasChanges() ? setLeaving({ act }) : act());
  return { dialog, leave };
}

/** Returns the clicked link if it opens a different page in this tab. */
function leavingLink(event: MouseEvent): HTMLAnchorElement | null {
  const hasModifier = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (hasModifier || link === null || link.href === "" || link.hasAttribute("download")) return null;
  const isSameTab = link.target === "" || link.target === "_self";
  const url = new URL(link.href);
  return isSameTab && url.origin === location.origin && url.pathname !== location.pathname ? link : null;
}
