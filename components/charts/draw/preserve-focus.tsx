"use client";

import { createContext, use, useLayoutEffect, useState, type ReactNode, type RefObject } from "react";

interface FocusMemory {
  readonly restore: (element: HTMLElement) => void;
  readonly remember: (element: HTMLElement) => void;
}

const FocusContext = createContext<FocusMemory | null>(null);

/** Remembers whether a chart that had the keyboard was taken away, and no other chart came since. */
function createFocusMemory(): FocusMemory {
  let hadFocus = false;
  return {
    restore: (element) => {
      if (hadFocus && document.activeElement === document.body) element.focus({ preventScroll: true });
      hadFocus = false;
    },
    remember: (element) => {
      hadFocus = document.activeElement === element;
    },
  };
}

/** A place in which one chart follows another: the keyboard stays with the place. */
export function PreserveFocus({ children }: { readonly children: ReactNode }) {
  const [memory] = useState(createFocusMemory);
  return <FocusContext value={memory}>{children}</FocusContext>;
}

/** Takes the keyboard over from the chart before it, unless it went elsewhere meanwhile, and leaves it to the one after. */
export function usePreservedFocus(frame: RefObject<HTMLElement | null>): void {
  const memory = use(FocusContext);
  useLayoutEffect(() => {
    const element = frame.current;
    if (memory === null || element === null) return undefined;
    memory.restore(element);
    return () => memory.remember(element);
  }, [frame, memory]);
}
