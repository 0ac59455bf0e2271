"use client";

import Link from "next/link";
import { useRef, type DragEvent, type ReactNode } from "react";
import { cn } from "./cn";

interface RowLinkProps {
  readonly href: string;
  readonly label: string;
  readonly title: string;
  readonly children: ReactNode;
}

/**
 * Class of the table row around a `RowLink`. Controls in the row need `rowControlClasses`, because the link covers the row.
 */
export const linkedRowClasses = "relative hover:bg-hover";
/** Class of a control inside a row that a link covers. */
export const rowControlClasses = "relative z-10";

/**
 * Link that covers its table row, so that a click, a middle click and the context menu work on every cell. A drag over
 * the row selects its text.
 */
export function RowLink({ href, label, title, children }: RowLinkProps) {
  const link = useRef<HTMLAnchorElement>(null);
  const selectText = (event: DragEvent<HTMLElement>): void => {
    event.preventDefault();
    if (link.current !== null) selectFromDrag(link.current.closest("table") ?? link.current, event);
  };
  return (
    <Link
      ref={link}
      href={href}
      aria-label={label}
      title={title}
      onDragStart={selectText}
      className={cn(
        "font-mono text-xs text-accent hover:underline",
        "after:absolute after:inset-0 after:content-[''] in-data-[selecting]:after:pointer-events-none",
      )}
    >
      {children}
    </Link>
  );
}

interface TextPosition {
  readonly node: Node;
  readonly offset: number;
}

/** Selects text from the start of a drag to the pointer. The links in `table` do not cover the text meanwhile. */
function selectFromDrag(
  table: HTMLElement,
  { clientX, clientY }: Pick<MouseEvent, "clientX" | "clientY">,
): void {
  table.dataset["selecting"] = "";
  const start = findTextPosition(clientX, clientY);
  const controller = new AbortController();
  const { signal } = controller;
  const extend = (event: globalThis.PointerEvent): void => {
    const end = findTextPosition(event.clientX, event.clientY);
    if (start !== null && end !== null)
      document.getSelection()?.setBaseAndExtent(start.node, start.offset, end.node, end.offset);
  };
  const stop = (): void => {
    controller.abort();
    delete table.dataset["selecting"];
  };
  window.addEventListener("pointermove", extend, { signal });
  window.addEventListener("pointerup", stop, { signal });
  window.addEventListener("pointercancel", stop, { signal });
}

function findTextPosition(x: number, y: number): TextPosition | null {
  const caret = document.caretPositionFromPoint(x, y);
  return caret === null ? null : { node: caret.offsetNode, offset: caret.offset };
}
