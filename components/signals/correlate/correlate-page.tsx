"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Answer } from "@/lib/model/answer";
import { signalDefinition, type SignalDefinition, type SignalId } from "@/lib/model/signals/signals";
import { dataCheckQuery } from "@/lib/client/queries/data-check";
import { deploymentsQuery } from "@/lib/client/queries/deployments";
import { overviewQuery } from "@/lib/client/queries/overview";
import { linkTo, useView } from "@/lib/client/url-state";
import { KeepAsEvidenceButton } from "@/components/layout/keep-evidence-button";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { getAnswer, isOutdated, type PanelState } from "@/components/charts/frame/panel-state";
import { createCorrelationSubject } from "../evidence/correlation-subject";
import { useSelectWorstDeployment } from "@/components/shared/scope/use-select-worst-deployment";
import { SignalsHeadline } from "../signals-headline";
import { usePanels } from "../use-panels";
import { usePublishPanelFreshness } from "../use-publish-panel-freshness";
import { AxisDefinitions, axisTitle } from "./axis-definitions";
import { PairFigure } from "./pair-figure";
import { PairPickers } from "./pair-pickers";
import { findAvailableSignals, type SignalPair } from "./presets";
import { RelationPanel } from "./relation-panel";
import { endSentence } from "@/lib/base/end-sentence";
import { explainEmptyAxis, findAxisSeries } from "@/lib/sentences/signals/correlation/axis-series";
import { describePair, findTwoGroups } from "@/lib/sentences/signals/correlation/pair-text";
import { createAxisPanel } from "./axis-panel";
import { usePair, useRelation } from "./use-relation";

/** The set of signals of a deployment rarely changes. */
const checkedForMs = 300_000;

/** Correlates any two signals of one deployment: strength, confidence interval and lag. */
export function CorrelatePage() {
  const [view, setView] = useView();
  useSelectWorstDeployment();
  const overview = useQuery(overviewQuery({ from: view.from, to: view.to, live: view.live }));
  const rows = overview.data?.deployments;
  const chosen: SignalPair = { x: view.x ?? "requests", y: view.y ?? "ttft" };
  const available = useAvailableSignals(view.d);
  return (
    <>
      <SignalsHeadline
        slug={view.d}
        row={rows?.find((one) => one.slug === view.d)}
        problem={overview.error?.message ?? null}
        actions={null}
        tracesHref={linkTo("/traces", { d: view.d, from: view.from, to: view.to, tab: "slowest" })}
      />
      <PairPickers chosen={chosen} available={available} onChoose={(pair) => void setView(pair)} />
      {chosen.x === chosen.y ? <SameSignalNotice signal={chosen.x} /> : <PairAnalysis chosen={chosen} />}
    </>
  );
}

/**
 * Returns the signals for the menus. Until the data check is loaded, these are all signals that the engine and the
 * exporters can expose.
 */
function useAvailableSignals(slug: string | null): readonly SignalDefinition[] {
  const { data } = useQuery(deploymentsQuery);
  const { data: check } = useQuery({
    ...dataCheckQuery(slug ?? ""),
    enabled: slug !== null,
    refetchInterval: false,
    staleTime: checkedForMs,
  });
  const families = data?.deployments.find((one) => one.slug === slug)?.families;
  return useMemo(() => findAvailableSignals(families ?? [], check?.rows), [families, check]);
}

function SameSignalNotice({ signal }: { readonly signal: SignalId }) {
  return (
    <p className="mt-4 border-t border-rule pt-4">
      <strong className="font-semibold">
        {signalDefinition(signal).title} cannot be correlated with itself.
      </strong>{" "}
      Choose a different signal for one of the axes.
    </p>
  );
}

function PairAnalysis({ chosen }: { readonly chosen: SignalPair }) {
  const [view] = useView();
  const { x, y } = chosen;
  const sides = useMemo(() => [createAxisPanel("x", x), createAxisPanel("y", y)] as const, [x, y]);
  const ids = useMemo(() => new Set(sides.map(({ id }) => id)), [sides]);
  // The page's split does not apply to a correlation.
  const states = usePanels({
    deployment: view.d,
    view: { ...view, by: null },
    panels: sides,
    visible: ids,
  });
  usePublishPanelFreshness(states, sides);
  const stateX = states.getState(sides[0].id);
  const stateY = states.getState(sides[1].id);
  const answerX = getAnswer(stateX);
  const answerY = getAnswer(stateY);
  const pair = usePair(answerX, answerY);
  const related = useRelation(pair);
  const timeZone = useTimeZone();
  const result =
    related !== null && related.pair.x.signal === x && related.pair.y.signal === y ? related : null;
  return (
    <div className="mt-4 grid grid-cols-1 gap-x-8 gap-y-6 border-t border-rule pt-4 xl:grid-cols-[minmax(0,1fr)_320px]">
      <div className="min-w-0">
        <AxisDefinitions answers={[answerX, answerY]} />
        <LoadError states={[stateX, stateY]} onRetry={states.retry} />
        {pair !== null && answerX !== null && answerY !== null ? (
          <PairFigure
            // The groups belong to the points of which they were computed.
            pair={result?.pair ?? pair}
            groups={result === null ? null : findTwoGroups(result.relation)}
            answer={answerX}
            sentence={result === null ? "" : describePair(result.relation, result.pair, timeZone).sentence}
            isDimmed={isOutdated(stateX) || isOutdated(stateY)}
            actions={
              <KeepAsEvidenceButton
                createSubject={() => createCorrelationSubject(pair, view, { x: answerX, y: answerY })}
              />
            }
          />
        ) : (
          <MissingValues
            answers={[answerX, answerY]}
            isBusy={stateX.kind !== "failed" && stateY.kind !== "failed"}
          />
        )}
      </div>
      {result !== null && <RelationPanel {...result} />}
    </div>
  );
}

interface LoadErrorProps {
  readonly states: readonly [PanelState, PanelState];
  readonly onRetry: () => void;
}

function LoadError({ states, onRetry }: LoadErrorProps) {
  const failed = states.find((state) => state.kind === "failed");
  if (failed === undefined) return null;
  return (
    <p role="alert" className="pb-2 text-warn">
      {endSentence(failed.problem.title)} {endSentence(failed.problem.detail)}{" "}
      <button type="button" className="text-accent hover:underline" onClick={onRetry}>
        Try again
      </button>
    </p>
  );
}

interface MissingValuesProps {
  readonly answers: readonly [Answer | null, Answer | null];
  readonly isBusy: boolean;
}

function MissingValues({ answers, isBusy }: MissingValuesProps) {
  const empty = answers.filter(
    (answer) => answer !== null && findAxisSeries(answer) === undefined,
  ) as Answer[];
  if (answers.includes(null) && empty.length === 0)
    return (
      <div aria-busy={isBusy ? true : undefined} className="h-[436px] border-b border-l border-rule">
        <span className="sr-only">Loading</span>
      </div>
    );
  return (
    <ul className="flex min-h-[436px] flex-col gap-3 py-4">
      {empty.map((answer) => (
        <li key={axisTitle(answer)}>
          <p className="font-semibold">{axisTitle(answer)} has no values in this window.</p>
          <p className="text-ink-2">{explainEmptyAxis(answer)}</p>
        </li>
      ))}
    </ul>
  );
}
