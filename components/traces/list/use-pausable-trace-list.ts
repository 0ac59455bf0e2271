"use client";

import { useCallback, useState, type FocusEvent, type PointerEvent } from "react";
import type { TracesResponse, TraceSummary } from "@/lib/contracts/traces/traces";
import type { TraceOrder } from "@/lib/model/traces/trace-order";
import { sortTraces } from "@/lib/sentences/traces/trace-orders";

/** Whether a person uses the list. */
interface ListUse {
  readonly hasPointer: boolean;
  readonly hasFocus: boolean;
}

interface HeldTraces {
  readonly question: string;
  readonly data: TracesResponse;
}

interface HeldTracesOptions {
  /** Identifies deployment, window, conditions and order. Null while the data are those of another question. */
  readonly question: string | null;
  readonly order: TraceOrder;
}

/**
 * Stops a live list of traces while a person points at it or has the focus in it, so that no row moves away before a
 * click. Another question is shown at once.
 */
export function usePausableTraceList(latest: TracesResponse, { question, order }: HeldTracesOptions) {
  const [use, setUse] = useState<ListUse>({ hasPointer: false, hasFocus: false });
  const [held, setHeld] = useState<HeldTraces | null>(null);
  const setPointer = useCallback((hasPointer: boolean) => {
    setUse((current) => (current.hasPointer === hasPointer ? current : { ...current, hasPointer }));
  }, []);
  // A pointer that rested on the list before the page's code was loaded causes no event.
  const findRestingPointer = useCallback(
    (element: HTMLElement | null) => {
      if (element?.matches(":hover") === true && matchMedia("(hover: hover)").matches) setPointer(true);
    },
    [setPointer],
  );
  const isUsed = use.hasPointer || use.hasFocus;
  const isHeld = held !== null && held.question === question;
  // An empty list is not held, so that the first trace is visible soon.
  if (isUsed && question !== null && !isHeld && listTraces(latest, order).length > 0)
    setHeld({ question, data: latest });
  if (!isUsed && held !== null) setHeld(null);
  const data = isUsed && isHeld ? held.data : latest;
  return {
    /**
     * The data to show. While the person uses the list, these are the data from the start of the use; otherwise the
     * latest.
     */
    data,
    /** Number of traces in the latest data that are not shown. */
    newCount: countNewTraces({ latest, data, order }),
    /** Shows the latest data. */
    showLatest: () => setHeld(null),
    /** Handlers of the element that contains the list and the button that shows the latest data. */
    pointerHandlers: {
      ref: findRestingPointer,
      // Not `onPointerEnter`, which is missing if the pointer entered before the page's code was loaded.
      onPointerOver: ({ pointerType }: PointerEvent) => {
        // A finger that scrolls must not stop the list.
        if (pointerType !== "touch") setPointer(true);
      },
      onPointerLeave: () => setPointer(false),
    },
    /** Handlers of the list, without the button, which is removed while it has the focus. */
    focusHandlers: {
      onFocus: () => setUse((current) => ({ ...current, hasFocus: true })),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        if (!currentTarget.contains(relatedTarget)) setUse((current) => ({ ...current, hasFocus: false }));
      },
    },
  };
}

interface ListsToCompare {
  readonly latest: TracesResponse;
  readonly data: TracesResponse;
  readonly order: TraceOrder;
}

function countNewTraces({ latest, data, order }: ListsToCompare): number {
  if (latest === data) return 0;
  const visibleIds = new Set(listTraces(data, order).map(({ traceId }) => traceId));
  return listTraces(latest, order).filter(({ traceId }) => !visibleIds.has(traceId)).length;
}

const listTraces = (data: TracesResponse, order: TraceOrder): readonly TraceSummary[] =>
  sortTraces(data, order)?.traces ?? [];
