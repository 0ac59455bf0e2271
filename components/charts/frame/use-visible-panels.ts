"use client";

import { useCallback, useEffect, useRef, useState, type RefCallback } from "react";

/** Panels within this distance of the viewport are loaded, so that scrolling shows values instead of placeholders. */
const aheadPx = 400;

/** Ids of the panels near the viewport, and how panels are observed. */
export interface VisiblePanels {
  readonly visibleIds: ReadonlySet<string>;
  /** Ref callback for the element of `id`. */
  readonly observe: (id: string) => RefCallback<HTMLElement>;
}

/** Returns which of the observed elements are in or near the viewport. */
export function useVisiblePanels(): VisiblePanels {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const names = useRef(new Map<Element, string>());
  const observer = useRef<IntersectionObserver | null>(null);
  const refs = useRef(new Map<string, RefCallback<HTMLElement>>());

  const observe = useCallback((element: Element): void => {
    observer.current ??= new IntersectionObserver(
      (entries) => {
        setIds((before) => {
          const now = new Set(before);
          for (const { target, isIntersecting } of entries) {
            const id = names.current.get(target);
            if (id === undefined) continue;
            if (isIntersecting) now.add(id);
            else now.delete(id);
          }
          return now;
        });
      },
      { rootMargin: `${aheadPx}px 0px` },
    );
    observer.current.observe(element);
  }, []);

  useEffect(
    () => () => {
      observer.current?.disconnect();
      observer.current = null;
    },
    [],
  );

  const watch = useCallback(
    (id: string): RefCallback<HTMLElement> => {
      const known = refs.current.get(id);
      if (known !== undefined) return known;
      const ref: RefCallback<HTMLElement> = (element) => {
        if (element === null) return undefined;
        names.current.set(element, id);
        observe(element);
        return () => {
          names.current.delete(element);
          observer.current?.unobserve(element);
          setIds((before) => {
            const now = new Set(before);
            now.delete(id);
            return now;
          });
        };
      };
      refs.current.set(id, ref);
      return ref;
    },
    [observe],
  );

  return { visibleIds: ids, observe: watch };
}
