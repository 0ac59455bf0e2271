"use client";

import { focusManager, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import { ProblemError } from "@/lib/client/fetch-json";
import { liveIntervalMs } from "@/lib/client/polling";
import { fetchPanels } from "@/lib/client/queries/signals";
import type { ViewState } from "@/lib/client/url-state";
import { getAnswer, type PanelState } from "@/components/charts/frame/panel-state";
import { computeNextDelayMs, noAnswers, applyOutcomes, type PanelAnswers } from "./panel-answers";
import { toQuestion, type ShownPanel } from "./panels/panel-question";

/** States of the panels of a page. */
export interface PanelStates {
  readonly getState: (id: string) => PanelState;
  readonly retry: () => void;
  /** Time of the oldest answer on the page. Null while there is no answer. */
  readonly asOfMs: number | null;
  /** Time of the newest answer. Null while there is none. */
  readonly newestAnswerTime: ServerClock | null;
}

/** One moment on the clocks of the server and the browser, which may differ. */
interface ServerClock {
  readonly serverNowMs: number;
  readonly receivedAtMs: number;
}

/** Scrolling past panels does not request each of them. */
const scrollDelayMs = 60;

interface UsePanelsOptions {
  readonly deployment: string | null;
  readonly view: ViewState;
  readonly panels: readonly ShownPanel[];
  /** Ids of the panels in or near the viewport. Only these are requested. */
  readonly visible: ReadonlySet<string>;
  /**
   * While this key is unchanged, answers of the last window stay until those of the next window are loaded. Defaults
   * to the window itself.
   */
  readonly retentionKey?: string;
}

/**
 * Loads the panels of a page and refreshes the visible ones together, at the interval of the window and
 * shortly after another panel becomes visible. Pending and failed panels are requested again sooner.
 */
export function usePanels(options: UsePanelsOptions): PanelStates {
  const { deployment, view, panels, visible } = options;
  const scope = JSON.stringify([deployment, view.m, view.i, view.by, view.from, view.to]);
  const intervalMs = view.live && liveIntervalMs(view.from, view.to);
  const question = JSON.stringify([scope, intervalMs, view.cmp !== null, view.heat]);
  const inView = panels.filter(({ id }) => visible.has(id));
  const isEnabled = usePolls() && deployment !== null && inView.length > 0;
  const last = useRef<AllPanels>({ visible, question: "" });

  const { data, error, dataUpdatedAt, refetch } = useQuery<PanelAnswers>({
    queryKey: ["panels", options.retentionKey ?? scope],
    initialData: noAnswers,
    initialDataUpdatedAt: 0,
    enabled: isEnabled,
    queryFn: async ({ client, queryKey, signal }) => {
      const { data: before = noAnswers, error: failure } = client.getQueryState<PanelAnswers>(queryKey) ?? {};
      const isKnown = !failure && includesPanels(last.current, { visible, question });
      const due = isKnown ? (before.nextFetch?.panels ?? "all") : "all";
      const isAll = due === "all";
      if (isAll) last.current = { visible, question };
      const requested = isAll ? inView : due;
      const allDueMs = isAll ? intervalMs && performance.now() + intervalMs : before.allDueMs;
      const questions = requested.map((panel) => toQuestion(panel, deployment ?? "", view));
      const outcomes = await fetchPanels(questions, signal);
      return applyOutcomes(before, requested, { ...outcomes, allDueMs });
    },
    // The server may run on this machine, so a missing network is not a reason to wait.
    networkMode: "always",
    refetchInterval: computeNextDelayMs,
    staleTime: (query) => {
      const delayMs = computeNextDelayMs(query);
      return delayMs === false ? Infinity : delayMs;
    },
    gcTime: 0,
  });

  useEffect(() => {
    // Effect on the server: requests panels that became visible, and the same panels with another question. All visible
    // panels are requested, because the server has recent answers in its cache.
    if (!isEnabled) return undefined;
    const timer = setTimeout(() => {
      if (!includesPanels(last.current, { visible, question })) void refetch();
    }, scrollDelayMs);
    return () => clearTimeout(timer);
  }, [isEnabled, visible, question, refetch]);

  const { states, serverNowMs } = data;
  const problem = error === null ? null : describeFailure(error);
  return {
    getState: (id) => {
      const state = states.get(id);
      if (!visible.has(id)) return state ?? { kind: "offscreen" };
      if (problem === null) return state ?? { kind: "loading" };
      return { kind: "failed", problem, answer: state === undefined ? null : getAnswer(state) };
    },
    retry: useCallback(() => void refetch(), [refetch]),
    asOfMs: useMemo(() => findOldestAnswerMs(states, visible), [states, visible]),
    newestAnswerTime: useMemo(
      () => (serverNowMs === null ? null : { serverNowMs, receivedAtMs: dataUpdatedAt }),
      [serverNowMs, dataUpdatedAt],
    ),
  };
}

/** A request of all panels that are visible. */
interface AllPanels {
  readonly visible: ReadonlySet<string>;
  readonly question: string;
}

function includesPanels(request: AllPanels, { visible, question }: AllPanels): boolean {
  return request.question === question && [...visible].every((id) => request.visible.has(id));
}

/** Returns false while the tab is hidden, except in kiosk mode. */
function usePolls(): boolean {
  const { queries } = useQueryClient().getDefaultOptions();
  const isShown = useSyncExternalStore(
    (onChange) => focusManager.subscribe(onChange),
    () => focusManager.isFocused(),
    () => true,
  );
  return isShown || queries?.refetchIntervalInBackground === true;
}

function describeFailure(error: Error) {
  if (error instanceof ProblemError) return error.problem;
  return {
    title: "The Ridgepoint server does not respond",
    detail: error.message,
    next: "Ridgepoint retries every two seconds.",
  };
}

/** Considers visible panels only, because panels out of view are not refreshed. */
function findOldestAnswerMs(
  states: ReadonlyMap<string, PanelState>,
  visible: ReadonlySet<string>,
): number | null {
  const times = [...states].flatMap(([id, state]) => {
    const answer = getAnswer(state);
    return answer === null || !visible.has(id) ? [] : [answer.asOfMs];
  });
  return times.length === 0 ? null : Math.min(...times);
}
