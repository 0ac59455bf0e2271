"use client";

import {
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  type Dispatch,
  type SetStateAction,
} from "react";
import type { InvestigationEntry } from "@/lib/contracts/investigations/investigations";
import type { Marker } from "@/components/charts/prepare/markers";
import { useShortcut } from "@/lib/client/keys/use-shortcut";
import { useView } from "@/lib/client/url-state";
import { createEventDraft, createEventFormState, type EventFormState } from "./new-draft";
import { useEvents, type PolledEvents } from "./use-events";
import { useOpenInvestigations } from "./use-open-investigations";

/** State of the events panel: its list, its form and its markers. */
export interface EventsPanelState {
  readonly polledEvents: PolledEvents;
  /** Open investigations of the deployment. */
  readonly investigations: readonly InvestigationEntry[];
  /** Markers of the events and of the open investigations. */
  readonly markers: readonly Marker[];
  readonly isOpen: boolean;
  readonly open: () => void;
  readonly close: () => void;
  readonly add: () => void;
  readonly formState: EventFormState | null;
  readonly setFormState: Dispatch<SetStateAction<EventFormState | null>>;
  /** Called by charts with the time of the shared cursor. */
  readonly onCursorTime: (timeMs: number | null) => void;
}

/**
 * Holds the state of the events panel on a page with charts. The URL stores whether it is open. Registers
 * the shortcut for a new event.
 */
export function useEventsPanel(deployment: string | null): EventsPanelState {
  const [viewState, setViewState] = useView();
  const view = useEvents(deployment, viewState);
  const { investigations, markers: investigationMarkers } = useOpenInvestigations(deployment);
  const markers = useMemo(
    () => [...view.markers, ...investigationMarkers],
    [view.markers, investigationMarkers],
  );
  const [formState, setFormState] = useState<EventFormState | null>(null);
  const cursorMs = useRef<number | null>(null);
  const onCursorTime = useCallback((timeMs: number | null) => {
    cursorMs.current = timeMs;
  }, []);
  const show = (panel: "events" | null): void => void setViewState({ panel }, { history: "replace" });
  const add = (): void => {
    const atMs = cursorMs.current ?? Date.now() + view.clockLeadMs;
    // An open form is kept. The shortcut then only shows it.
    setFormState(
      (present) =>
        present ?? createEventFormState({ version: null, values: createEventDraft(atMs, deployment) }, null),
    );
    show("events");
  };
  useShortcut("add-event", add, { preventDefault: true });
  const addFromLink = useEffectEvent(add);
  const isNewEventLink = viewState.panel === "new-event";
  useEffect(() => {
    // Synchronizes the URL: a link to a new event opens the form once, and the URL then names the list.
    if (isNewEventLink) addFromLink();
  }, [isNewEventLink]);
  return {
    polledEvents: view,
    investigations,
    markers,
    isOpen: viewState.panel === "events",
    open: () => show("events"),
    close: () => show(null),
    add,
    formState,
    setFormState,
    onCursorTime,
  };
}
