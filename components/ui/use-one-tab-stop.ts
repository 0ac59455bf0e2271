"use client";

import { useEffect, useRef, type FocusEvent, type KeyboardEvent, type RefObject } from "react";

/** Attributes of a group of buttons that is one tab stop. */
interface OneTabStop {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly onFocus: (event: FocusEvent) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowUp: -1,
  ArrowRight: 1,
  ArrowDown: 1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/** Returns whether an item is displayed. An action may be displayed on narrow screens only. */
const isVisible = (item: HTMLElement): boolean => !("checkVisibility" in item) || item.checkVisibility();

/** Buttons, links, and charts that handle keys. */
const itemSelector = "button, a[href], [role=application]";

/**
 * Makes a group one tab stop: Tab reaches the last used item, and the arrow keys, Home and End move between the items.
 * Keys that an item handles stay with it, such as the left and right arrow keys of a chart. Popovers of the buttons are
 * not part of the group, although React bubbles their events to it.
 */
export function useOneTabStop(): OneTabStop {
  const ref = useRef<HTMLDivElement>(null);
  const current = useRef<HTMLElement | null>(null);
  const items = (): readonly HTMLElement[] => [
    ...(ref.current?.querySelectorAll<HTMLElement>(itemSelector) ?? []),
  ];
  const markCurrent = (item: HTMLElement | undefined): void => {
    current.current = item ?? null;
    for (const one of items()) one.tabIndex = one === item ? 0 : -1;
  };
  // Buttons may appear and disappear with each render.
  useEffect(() => {
    const present = items();
    markCurrent(
      present.find((one) => one === current.current) ??
        present.find((one) => one.getAttribute("role") === "application") ??
        present.find(isVisible),
    );
  });
  return {
    ref,
    onFocus: ({ target }) => {
      const item = items().find((one) => one === target);
      if (item !== undefined) markCurrent(item);
    },
    onKeyDown: (event) => {
      const step = steps[event.key];
      const present = items().filter((one) => isVisible(one));
      const index = present.findIndex((one) => one === event.target);
      if (step === undefined || index < 0 || event.defaultPrevented) return;
      event.preventDefault();
      present[Math.min(Math.max(0, index + step), present.length - 1)]?.focus();
    },
  };
}
