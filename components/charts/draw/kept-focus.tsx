"use client";

import { createContext, use, useLayoutEffect, useState, type ReactNode, type RefObject } from "react";

interface Keeper {
  readonly take: (element: HTMLElement) => void;
  readonly leave: (element: HTMLElement) => void;
}

const Held = createContext<Keeper | null>(null);

/** Remembers whether a chart that had the keyboard was taken away, and no other chart came since. */
function createKeeper(): Keeper {
  let isHeld = false;
  return {
    take: (element) => {
      if (isHeld && document.activeElement === document.body) element.focus({ preventScroll: true });
      isHeld = false;
    },
    leave: (element) => {
      isHeld = document.activeElement === element;
    },
  };
}

/** A place in which one chart follows another: the keyboard stays with the place. */
export function KeptFocus({ children }: { readonly children: ReactNode }) {
  const [keeper] = useState(createKeeper);
  return <Held value={keeper}>{children}</Held>;
}

/** Takes the keyboard over from the chart before it, unless it went elsewhere meanwhile, and leaves it to the one after. */
export function useKeptFocus(frame: RefObject<HTMLElement | null>): void {
  const keeper = use(Held);
  useLayoutEffect(() => {
    const element = frame.current;
    if (keeper === null || element === null) return undefined;
    keeper.take(element);
    return () => keeper.leave(element);
  }, [frame, keeper]);
}
