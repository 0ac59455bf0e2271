"use client";

import { useEffect, type ReactNode, type RefObject } from "react";

interface AnswerLineProps {
  readonly ref: RefObject<HTMLParagraphElement | null>;
  readonly children: ReactNode;
}

/** One line under a panel's title. What does not fit is cut, and stands whole in its title. */
export function AnswerLine({ ref, children }: AnswerLineProps) {
  useEffect(() => {
    const line = ref.current;
    if (line === null) return undefined;
    const tell = (): void => {
      line.title = line.textContent ?? "";
    };
    tell();
    // Parts of the text load on their own, and only the document knows the whole of it.
    const watch = new MutationObserver(tell);
    watch.observe(line, { childList: true, characterData: true, subtree: true });
    return () => watch.disconnect();
  }, [ref]);
  return (
    <p ref={ref} className="h-[18px] truncate text-xs text-ink-2">
      {children}
    </p>
  );
}
