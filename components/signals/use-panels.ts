"use client";

import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import type { PanelOutcome } from "@/lib/contracts/signals";
import { usePollsInBackground } from "@/lib/client/background-polling";
import type { Extra } from "@/lib/model/question";
import { ProblemError } from "@/lib/client/fetch-json";
import { liveIntervalMs } from "@/lib/client/polling";
import { fetchPanels, type KeyedQuestion } from "@/lib/client/queries/signals";
import type { ViewState } from "@/lib/client/url-state";
import { answerOf, type PanelState } from "@/components/charts/frame/panel-state";
import { startPanelPoller, type PanelPoller } from "./panel-poller";
import type { Panel } from "./panels/panels";

export interface PanelStates {
  readonly stateOf: (id: string) => PanelState;
  readonly retry: () => void;
  /** Time of the oldest answer on the page. */
  readonly asOfMs: number | null;
  /** Time of the newest answer. Null while there is none. */
  readonly clock: ServerClock | null;
}

/** One moment on the clocks of the server and the browser, which may differ. */
export interface ServerClock {
  readonly serverNowMs: number;
  readonly receivedAtMs: number;
}

/** A split panel draws one line per value: its headline statistic, or its only statistic. */
function statisticsOf(panel: Panel, view: ViewState): Panel["statistics"] {
  return view.by === null || panel.headline === undefined ? panel.statistics : [panel.headline];
}

/** A panel of the page. `label` is set if the panel is always split. */
export interface ShownPanel extends Panel {
  readonly label?: string;
}

/** Returns the label that splits the panel: its fixed label, else the page's. Shares are never split. */
function splitOf(panel: ShownPanel, { by }: ViewState): string | null {
  if (panel.label !== undefined) return panel.label;
  return panel.draw === "shares" ? null : by;
}

function extrasOf(panel: ShownPanel, view: ViewState): Extra[] {
  if (panel.draw === "shares") return [];
  return [
    ...(view.cmp === null || splitOf(panel, view) !== null ? [] : ["window-summary" as const]),
    ...(view.heat.includes(panel.id) ? ["distribution" as const] : []),
  ];
}

export function toQuestion(panel: ShownPanel, deployment: string, view: ViewState): KeyedQuestion {
  const split = splitOf(panel, view);
  const extras = extrasOf(panel, view);
  return {
    key: panel.id,
    question: {
      v: 1,
      signals: [...panel.signals],
      statistics: [...statisticsOf(panel, view)],
      scope: {
        deployment,
        ...(view.m === null ? {} : { model: view.m }),
        ...(view.i === null ? {} : { instance: view.i }),
        ...(split === null ? {} : { split }),
      },
      window: { from: view.from, to: view.to },
      ...(extras.length === 0 ? {} : { extras }),
    },
  };
}

const describeFailure = (error: unknown) =>
  error instanceof ProblemError
    ? error.problem
    : {
        title: "The Ridgepoint server does not respond",
        detail: error instanceof Error ? error.message : "unknown",
        next: "The request is repeated every two seconds.",
      };

/** Returns the next state of a panel. A failure never replaces the last good answer. */
export function nextState(before: PanelState | undefined, outcome: PanelOutcome): PanelState {
  const known = before === undefined ? null : answerOf(before);
  switch (outcome.state) {
    case "answered":
      return { kind: "answered", answer: outcome.answer };
    case "pending":
      return { kind: "pending", forMs: outcome.forMs, answer: known };
    case "failed":
      return { kind: "failed", problem: outcome.problem, answer: outcome.answer ?? known };
  }
}

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

/** Returns the states of a page's panels and refreshes the visible ones. */
export function usePanels({
  deployment,
  view,
  panels,
  visible,
  retentionKey,
}: UsePanelsOptions): PanelStates {
  const scope = JSON.stringify([deployment, view.m, view.i, view.by, view.from, view.to]);
  const retainedKey = retentionKey ?? scope;
  const [retained, setRetained] = useState<RetainedStates>({
    scope: retainedKey,
    states: noStates,
    clock: null,
  });
  const [round, setRound] = useState(0);
  const loop = useRef<PanelPoller | null>(null);
  const states = retained.scope === retainedKey ? retained.states : noStates;
  const inBackground = usePollsInBackground();
  const toRequest = useEffectEvent((panel: ShownPanel, slug: string) => toQuestion(panel, slug, view));
  const inView = useEffectEvent(() => panels.filter(({ id }) => visible.has(id)));

  useEffect(() => {
    if (deployment === null) return undefined;
    let clock: ServerClock | null = null;
    // Effect on the server and the clock: one poller per scope, stopped with it.
    const started = startPanelPoller<ShownPanel>({
      fetch: async (requested, signal) => {
        const { serverNowMs, outcomes } = await fetchPanels(
          requested.map((panel) => toRequest(panel, deployment)),
          signal,
        );
        clock = { serverNowMs, receivedAtMs: Date.now() };
        return outcomes;
      },
      inView: () => inView(),
      inBackground,
      intervalMs: view.live && liveIntervalMs(view.from, view.to),
      onOutcomes: (outcomes) =>
        setRetained((before) => merge(before, { scope: retainedKey, clock, outcomes })),
      onFailure: (requested, error) =>
        setRetained((before) => mergeFailure(before, { scope: retainedKey, requested, error })),
    });
    loop.current = started;
    const onVisible = (): void => {
      if (!document.hidden) started.resume();
    };
    document.addEventListener("visibilitychange", onVisible);
    return () => {
      started.stop();
      loop.current = null;
      document.removeEventListener("visibilitychange", onVisible);
    };
    // `scope` represents the parts of the view that the questions consist of.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [scope, view.live, round, inBackground]);

  const before = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    // Effect on the viewport: panels that became visible are requested.
    const hasNewlyVisible = [...visible].some((id) => !before.current.has(id));
    before.current = visible;
    if (hasNewlyVisible) loop.current?.refreshSoon();
  }, [visible]);

  const extras = JSON.stringify([view.cmp !== null, view.heat]);
  useEffect(() => {
    // Effect on the server: the same panels are requested with other extras.
    loop.current?.refreshSoon();
  }, [extras]);

  const retry = useCallback(() => setRound((count) => count + 1), []);
  const asOfMs = useMemo(() => oldest(states, visible), [states, visible]);
  return {
    stateOf: (id) => states.get(id) ?? (visible.has(id) ? { kind: "loading" } : { kind: "offscreen" }),
    retry,
    asOfMs,
    clock: retained.scope === retainedKey ? retained.clock : null,
  };
}

const noStates: ReadonlyMap<string, PanelState> = new Map();

type RetainedStates = {
  readonly scope: string;
  readonly states: ReadonlyMap<string, PanelState>;
  readonly clock: ServerClock | null;
};

interface PanelUpdate {
  readonly scope: string;
  readonly clock: ServerClock | null;
  readonly outcomes: ReadonlyMap<string, PanelOutcome>;
}

function merge(before: RetainedStates, { scope, clock, outcomes }: PanelUpdate): RetainedStates {
  const old = before.scope === scope ? before.states : noStates;
  const states = new Map(old);
  for (const [id, outcome] of outcomes) states.set(id, nextState(old.get(id), outcome));
  return { scope, states, clock };
}

interface PanelFailure {
  readonly scope: string;
  readonly requested: readonly Panel[];
  readonly error: unknown;
}

function mergeFailure(before: RetainedStates, { scope, requested, error }: PanelFailure): RetainedStates {
  const states = new Map(before.scope === scope ? before.states : noStates);
  for (const { id } of requested) {
    const state = states.get(id);
    const answer = state === undefined ? null : answerOf(state);
    states.set(id, { kind: "failed", problem: describeFailure(error), answer });
  }
  return { scope, states, clock: before.clock };
}

/** Considers visible panels only, because panels out of view are not refreshed. */
function oldest(states: ReadonlyMap<string, PanelState>, visible: ReadonlySet<string>): number | null {
  const times = [...states].flatMap(([id, state]) => {
    const answer = answerOf(state);
    return answer === null || !visible.has(id) ? [] : [answer.asOfMs];
  });
  return times.length === 0 ? null : Math.min(...times);
}
