"use client";

import { useState, type KeyboardEvent, type ReactNode } from "react";

/** A part of the page whose scripts come with its first use, never with the page. */
export interface LazyPart<Part> {
  /** Null until it was fetched. */
  readonly loaded: () => Part | null;
  /** Asks once; after a failure the next use asks again. */
  readonly fetch: () => Promise<Part>;
}

export function lazyPart<Part>(load: () => Promise<Part>): LazyPart<Part> {
  let part: Part | null = null;
  let pending: Promise<Part> | null = null;
  const remember = (loaded: Part): Part => {
    part = loaded;
    return loaded;
  };
  const forget = (error: unknown): never => {
    pending = null;
    throw error;
  };
  return {
    loaded: () => part,
    fetch: () => (pending ??= load().then(remember, forget)),
  };
}

/** What one presses: the same before and after the part is there, so that nothing moves. */
export interface TriggerProps {
  readonly label: string;
  readonly title?: string;
  readonly className: string;
  readonly children: ReactNode;
}

interface LazyPartState<Part> {
  /** Null until first used, and while its scripts come. */
  readonly part: Part | null;
  readonly isFailed: boolean;
  readonly show: () => void;
  /** Somebody comes near: its scripts may come now. */
  readonly prefetch: () => void;
}

/** `onFailed` is told when the scripts cannot be had. */
export function useLazyPart<Part>(source: LazyPart<Part>, onFailed: () => void): LazyPartState<Part> {
  const [shown, setShown] = useState<{ readonly part: Part } | null>(null);
  const [isFailed, setFailed] = useState(false);
  const take = (part: Part): void => setShown({ part });
  const show = (): void => {
    setFailed(false);
    const present = source.loaded();
    if (present !== null) return take(present);
    source.fetch().then(take, () => {
      setFailed(true);
      onFailed();
    });
  };
  // A failure is told when it is used; coming near is only a guess.
  const prefetch = (): void => void source.fetch().catch(() => undefined);
  return { part: shown?.part ?? null, isFailed, show, prefetch };
}

interface TriggerPlaceholderProps {
  readonly triggerProps: TriggerProps;
  readonly opens: "dialog" | "menu";
  readonly isFailed: boolean;
  readonly onActivate: () => void;
  readonly onPrefetch: () => void;
}

/** The button in whose place the part stands once it is there. */
export function TriggerPlaceholder({
  triggerProps,
  opens,
  isFailed,
  onActivate,
  onPrefetch,
}: TriggerPlaceholderProps) {
  const openByArrow = (event: KeyboardEvent): void => {
    if (opens !== "menu" || (event.key !== "ArrowDown" && event.key !== "ArrowUp")) return;
    event.preventDefault();
    onActivate();
  };
  return (
    <>
      <button
        type="button"
        className={triggerProps.className}
        aria-label={triggerProps.label}
        title={triggerProps.title}
        aria-haspopup={opens}
        aria-expanded={false}
        onClick={onActivate}
        onKeyDown={openByArrow}
        onPointerEnter={onPrefetch}
        onFocus={onPrefetch}
      >
        {triggerProps.children}
      </button>
      {isFailed && (
        <span role="alert" className="fixed bottom-4 left-4 z-50 rounded bg-sheet p-3 text-sm shadow-overlay">
          This part of the page could not be loaded. Press again, or reload the page.
        </span>
      )}
    </>
  );
}

/** Keeps the focus where it was when the part takes the place of its stand-in. */
export function restoreFocus(trigger: HTMLElement | null): void {
  if (document.activeElement === document.body) trigger?.focus({ preventScroll: true });
}
