"use client";

import { useState, type KeyboardEvent, type ReactNode } from "react";

/** A part of the page whose code is loaded on first use. */
export interface LazyPart<Part> {
  /** Returns the loaded code. Null until it is loaded. */
  readonly getLoaded: () => Part | null;
  /** Loads the code once. Retries on the next call after a failure. */
  readonly load: () => Promise<Part>;
}

/** Creates a part of the page whose code is loaded on first use. */
export function createLazyPart<Part>(load: () => Promise<Part>): LazyPart<Part> {
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
    getLoaded: () => part,
    load: () => (pending ??= load().then(remember, forget)),
  };
}

/**
 * Attributes of a button that opens a lazily loaded part. They are identical before and after loading, so
 * that the layout is stable.
 */
export interface TriggerProps {
  readonly label: string;
  readonly title?: string;
  readonly className: string;
  readonly children: ReactNode;
}

interface LazyPartState<Part> {
  /** Null until first use and while loading. */
  readonly part: Part | null;
  readonly isFailed: boolean;
  readonly show: () => void;
  /** Starts loading when the user is likely to open the part. */
  readonly prefetch: () => void;
}

/** Loads a part on first use. Calls `onFailed` if loading fails. */
export function useLazyPart<Part>(source: LazyPart<Part>, onFailed: () => void): LazyPartState<Part> {
  const [partState, setPartState] = useState<{ readonly part: Part } | null>(null);
  const [isFailed, setFailed] = useState(false);
  const take = (part: Part): void => setPartState({ part });
  const show = (): void => {
    setFailed(false);
    const present = source.getLoaded();
    if (present !== null) return take(present);
    source.load().then(take, () => {
      setFailed(true);
      onFailed();
    });
  };
  // Prefetch errors are ignored. The next click reports them.
  const prefetch = (): void => void source.load().catch(() => undefined);
  return { part: partState?.part ?? null, isFailed, show, prefetch };
}

interface TriggerPlaceholderProps {
  readonly triggerProps: TriggerProps;
  readonly popupKind: "dialog" | "menu";
  readonly isFailed: boolean;
  readonly onActivate: () => void;
  readonly onPrefetch: () => void;
}

/** Trigger button that is shown until the part is loaded. */
export function TriggerPlaceholder({
  triggerProps,
  popupKind,
  isFailed,
  onActivate,
  onPrefetch,
}: TriggerPlaceholderProps) {
  const openByArrow = (event: KeyboardEvent): void => {
    if (popupKind !== "menu" || (event.key !== "ArrowDown" && event.key !== "ArrowUp")) return;
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
        aria-haspopup={popupKind}
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
          This part of the page could not be loaded. Click again, or reload the page.
        </span>
      )}
    </>
  );
}

/** Restores the focus after the loaded part has replaced the placeholder. */
export function restoreFocus(trigger: HTMLElement | null): void {
  if (document.activeElement === document.body) trigger?.focus({ preventScroll: true });
}
