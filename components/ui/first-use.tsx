"use client";

import { useState, type KeyboardEvent, type ReactNode } from "react";

/** A part of the page whose scripts come with its first use, never with the page. */
export interface FirstUse<Part> {
  /** Null until it was fetched. */
  readonly present: () => Part | null;
  /** Asks once; after a failure the next use asks again. */
  readonly fetch: () => Promise<Part>;
}

export function firstUse<Part>(load: () => Promise<Part>): FirstUse<Part> {
  let part: Part | null = null;
  let coming: Promise<Part> | null = null;
  const remember = (loaded: Part): Part => {
    part = loaded;
    return loaded;
  };
  const forget = (error: unknown): never => {
    coming = null;
    throw error;
  };
  return {
    present: () => part,
    fetch: () => (coming ??= load().then(remember, forget)),
  };
}

/** What one presses: the same before and after the part is there, so that nothing moves. */
export interface Face {
  readonly label: string;
  readonly title?: string;
  readonly className: string;
  readonly children: ReactNode;
}

interface UsedPart<Part> {
  /** Null until first used, and while its scripts come. */
  readonly part: Part | null;
  readonly isFailed: boolean;
  readonly begin: () => void;
  /** Somebody comes near: its scripts may come now. */
  readonly near: () => void;
}

/** `onFailed` is told when the scripts cannot be had. */
export function useFirstUse<Part>(source: FirstUse<Part>, onFailed: () => void): UsedPart<Part> {
  const [used, setUsed] = useState<{ readonly part: Part } | null>(null);
  const [isFailed, setFailed] = useState(false);
  const take = (part: Part): void => setUsed({ part });
  const begin = (): void => {
    setFailed(false);
    const present = source.present();
    if (present !== null) return take(present);
    source.fetch().then(take, () => {
      setFailed(true);
      onFailed();
    });
  };
  // A failure is told when it is used; coming near is only a guess.
  const near = (): void => void source.fetch().catch(() => undefined);
  return { part: used?.part ?? null, isFailed, begin, near };
}

interface StandInProps {
  readonly face: Face;
  readonly opens: "dialog" | "menu";
  readonly isFailed: boolean;
  readonly onUse: () => void;
  readonly onNear: () => void;
}

/** The button in whose place the part stands once it is there. */
export function StandIn({ face, opens, isFailed, onUse, onNear }: StandInProps) {
  const openByArrow = (event: KeyboardEvent): void => {
    if (opens !== "menu" || (event.key !== "ArrowDown" && event.key !== "ArrowUp")) return;
    event.preventDefault();
    onUse();
  };
  return (
    <>
      <button
        type="button"
        className={face.className}
        aria-label={face.label}
        title={face.title}
        aria-haspopup={opens}
        aria-expanded={false}
        onClick={onUse}
        onKeyDown={openByArrow}
        onPointerEnter={onNear}
        onFocus={onNear}
      >
        {face.children}
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
export function keepFocus(trigger: HTMLElement | null): void {
  if (document.activeElement === document.body) trigger?.focus({ preventScroll: true });
}
