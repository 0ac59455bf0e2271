"use client";

import { useCallback, useEffect, useMemo, useState } from "react";
import type { PanelOutcome } from "@/lib/contracts/signals";
import { ProblemError } from "@/lib/client/fetch-json";
import { liveIntervalMs, troubledIntervalMs } from "@/lib/client/polling";
import { fetchPanels, type AskedQuestion } from "@/lib/client/queries/signals";
import type { ViewState } from "@/lib/client/url-state";
import type { PanelState } from "@/components/charts/frame/panel-state";
import { nextRead, type NextRead } from "./next-read";
import type { Panel } from "./panels";

export interface PanelsView {
  readonly stateOf: (id: string) => PanelState;
  readonly retry: () => void;
  /** Oldest answer on the page. */
  readonly asOfMs: number | null;
  readonly serverNowMs: number | null;
}

/** A split panel draws one line for each value: its headline statistic, or the only one it has. */
function statisticsOf(panel: Panel, view: ViewState): Panel["statistics"] {
  return view.by === null || panel.headline === undefined ? panel.statistics : [panel.headline];
}

function toQuestion(panel: Panel, deployment: string, view: ViewState): AskedQuestion {
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
        ...(view.by === null || panel.draw === "shares" ? {} : { split: view.by }),
      },
      window: { from: view.from, to: view.to },
    },
  };
}

const offline = (error: unknown) =>
  error instanceof ProblemError
    ? error.problem
    : {
        title: "Ridgepoint's server does not answer",
        detail: error instanceof Error ? error.message : "unknown",
        next: "It is asked again every two seconds.",
      };

/** What an outcome makes of the panel that was on screen: an old answer is never thrown away for a newer failure. */
export function nextState(before: PanelState | undefined, outcome: PanelOutcome): PanelState {
  const known = before === undefined || before.kind === "loading" ? null : before.answer;
  switch (outcome.state) {
    case "answered":
      return { kind: "answered", answer: outcome.answer };
    case "pending":
      return { kind: "reading", forMs: outcome.forMs, answer: known };
    case "failed":
      return { kind: "failed", problem: outcome.problem, answer: outcome.answer ?? known };
  }
}

/** Reads all panels in one request, then again by the window's interval; pending and failed ones sooner, alone. */
export function usePanels(deployment: string | null, view: ViewState, panels: readonly Panel[]): PanelsView {
  const scope = JSON.stringify([deployment, view.m, view.i, view.by, view.from, view.to]);
  const [held, setHeld] = useState<{
    readonly scope: string;
    readonly states: ReadonlyMap<string, PanelState>;
    readonly readAtMs: number | null;
  }>({ scope, states: new Map(), readAtMs: null });
  const [round, setRound] = useState(0);
  const states = held.scope === scope ? held.states : noStates;

  useEffect(() => {
    if (deployment === null) return undefined;
    // The outside systems are our server and the clock; one loop for each scope, ended with it.
    const loop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let allDueMs = 0;
    /** A read whose time came while nobody looked. */
    let missed: NextRead<Panel> | null = null;
    const read = async (next: NextRead<Panel>): Promise<void> => {
      missed = document.hidden ? next : null;
      if (missed !== null) return;
      const isAll = next.panels === "all";
      const asked = next.panels === "all" ? panels : next.panels;
      const askedAtMs = performance.now();
      try {
        const outcomes = await fetchPanels(
          asked.map((panel) => toQuestion(panel, deployment, view)),
          loop.signal,
        );
        if (loop.signal.aborted) return;
        setHeld((before) => merge(before, scope, outcomes));
        const intervalMs = view.live && liveIntervalMs(view.from, view.to);
        if (isAll) allDueMs = askedAtMs + (intervalMs || 0);
        const allDueInMs = intervalMs === false ? false : allDueMs - performance.now();
        schedule(nextRead({ asked, outcomeOf: (panel) => outcomes.get(panel.id), allDueInMs }));
      } catch (error) {
        if (loop.signal.aborted) return;
        setHeld((before) => mergeFailure(before, { scope, panels, error }));
        schedule({ panels: "all", delayMs: troubledIntervalMs });
      }
    };
    const schedule = (next: NextRead<Panel> | null): void => {
      clearTimeout(timer);
      if (next !== null) timer = setTimeout(() => void read(next), next.delayMs);
    };
    const onVisible = (): void => {
      if (!document.hidden && missed !== null) void read(missed);
    };
    document.addEventListener("visibilitychange", onVisible);
    schedule({ panels: "all", delayMs: 0 });
    return () => {
      loop.abort();
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", onVisible);
    };
    // `scope` stands for the parts of the view that the questions are made of.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [scope, view.live, round, panels]);

  const retry = useCallback(() => setRound((before) => before + 1), []);
  const asOfMs = useMemo(() => oldest(states), [states]);
  return {
    stateOf: (id) => states.get(id) ?? { kind: "loading" },
    retry,
    asOfMs,
    serverNowMs: held.scope === scope ? held.readAtMs : null,
  };
}

const noStates: ReadonlyMap<string, PanelState> = new Map();

type Held = {
  readonly scope: string;
  readonly states: ReadonlyMap<string, PanelState>;
  readonly readAtMs: number | null;
};

function merge(before: Held, scope: string, outcomes: ReadonlyMap<string, PanelOutcome>): Held {
  const old = before.scope === scope ? before.states : noStates;
  const states = new Map(old);
  for (const [id, outcome] of outcomes) states.set(id, nextState(old.get(id), outcome));
  return { scope, states, readAtMs: Date.now() };
}

interface Failure {
  readonly scope: string;
  readonly panels: readonly Panel[];
  readonly error: unknown;
}

function mergeFailure(before: Held, { scope, panels, error }: Failure): Held {
  const old = before.scope === scope ? before.states : noStates;
  const states = new Map(
    panels.map((panel): [string, PanelState] => {
      const state = old.get(panel.id);
      return [
        panel.id,
        {
          kind: "failed",
          problem: offline(error),
          answer: state === undefined || state.kind === "loading" ? null : state.answer,
        },
      ];
    }),
  );
  return { scope, states, readAtMs: before.readAtMs };
}

function oldest(states: ReadonlyMap<string, PanelState>): number | null {
  const times = [...states.values()].flatMap((state) =>
    state.kind === "loading" || state.answer === null ? [] : [state.answer.asOfMs],
  );
  return times.length === 0 ? null : Math.min(...times);
}
