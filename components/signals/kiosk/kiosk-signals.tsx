"use client";

import { useQueries, useQuery } from "@tanstack/react-query";
import { useMemo, type ReactNode } from "react";
import { overviewQuery } from "@/lib/client/queries/overview";
import { linkTo, useView, toZoomParameters } from "@/lib/client/url-state";
import { ChartMarkersProvider } from "@/components/charts/frame/chart-markers";
import { getAnswer } from "@/components/charts/frame/panel-state";
import { ErrorBoundary } from "@/components/shared/error-boundary";
import { useEvents } from "@/components/shared/events/use-events";
import { useOpenInvestigations } from "@/components/shared/events/use-open-investigations";
import { useSelectWorstDeployment } from "@/components/shared/scope/use-select-worst-deployment";
import type { ShownPanel } from "@/components/signals/panels/panel-question";
import { SignalPanel } from "@/components/signals/panels/signal-panel";
import { useShownPanels } from "@/components/signals/panels/use-shown-panels";
import { createUsualRangeQuery } from "@/components/signals/panels/use-usual-range";
import { SignalsHeadline } from "@/components/signals/signals-headline";
import type { CreateTracesLink } from "@/components/signals/traces-link";
import { usePanels, type PanelStates } from "@/components/signals/use-panels";
import { usePublishPanelFreshness } from "@/components/signals/use-publish-panel-freshness";
import { chooseKioskPanels, rankPanels } from "./rank-panels";
import { usePanelGrid } from "./use-panel-grid";

const ignore = (): void => undefined;

/**
 * Signals of one deployment on a wall display: the verdict, and as many panels as fit. Panels with a value over its
 * limit or an unusual value are first.
 */
export function KioskSignals() {
  const [view, setView] = useView();
  useSelectWorstDeployment();
  const { from, to, live, d } = view;
  const overview = useQuery(overviewQuery({ from, to, live, deployment: d }));
  const rows = overview.data?.deployments;
  const { panels: displayed } = useShownPanels(d);
  const panels = useMemo(() => chooseKioskPanels(displayed), [displayed]);
  const visible = useMemo(() => new Set(panels.map(({ id }) => id)), [panels]);
  const states = usePanels({ deployment: d, view, panels, visible });
  usePublishPanelFreshness(states, panels);
  const ranked = useRankedPanels(panels, states);
  const tracesOf: CreateTracesLink = (order, window) =>
    linkTo("/traces", {
      d,
      ...(window === undefined ? { from, to } : toZoomParameters(window.startMs, window.endMs)),
      tab: order,
    });
  return (
    <KioskMarkers deployment={d}>
      <div className="flex h-full flex-col">
        <SignalsHeadline
          slug={d}
          row={rows?.find((one) => one.slug === d)}
          problem={overview.error?.message ?? null}
          actions={null}
          tracesHref={tracesOf("slowest")}
        />
        <PanelArea
          panels={ranked}
          states={states}
          createTracesLink={tracesOf}
          onZoom={(startMs, endMs) => void setView(toZoomParameters(startMs, endMs))}
        />
      </div>
    </KioskMarkers>
  );
}

interface KioskMarkersProps {
  readonly deployment: string | null;
  readonly children: ReactNode;
}

function KioskMarkers({ deployment, children }: KioskMarkersProps) {
  const [view] = useView();
  const { markers: eventMarkers } = useEvents(deployment, view);
  const { markers: investigationMarkers } = useOpenInvestigations(deployment);
  const chartMarkers = useMemo(
    () => ({ markers: [...eventMarkers, ...investigationMarkers], onCursorTime: ignore }),
    [eventMarkers, investigationMarkers],
  );
  return <ChartMarkersProvider value={chartMarkers}>{children}</ChartMarkersProvider>;
}

/** Sorts the panels by their newest values and usual ranges. */
function useRankedPanels(panels: readonly ShownPanel[], states: PanelStates): readonly ShownPanel[] {
  const [view] = useView();
  const ranges = useQueries({
    queries: panels.map((panel) => ({
      ...createUsualRangeQuery(panel, view),
      enabled: view.d !== null && view.by === null && getAnswer(states.getState(panel.id)) !== null,
    })),
  });
  return rankPanels(panels, {
    getAnswer: ({ id }) => getAnswer(states.getState(id)),
    getUsualRange: (panel) => {
      const outcome = ranges[panels.indexOf(panel)]?.data;
      return outcome?.state === "known" ? outcome : null;
    },
  });
}

interface PanelAreaProps {
  readonly panels: readonly ShownPanel[];
  readonly states: PanelStates;
  readonly createTracesLink: CreateTracesLink;
  readonly onZoom: (startMs: number, endMs: number) => void;
}

function PanelArea({ panels, states, createTracesLink, onZoom }: PanelAreaProps) {
  const [ref, grid] = usePanelGrid();
  return (
    <div ref={ref} className="min-h-0 flex-1">
      {grid !== null && (
        <div
          className="grid gap-6"
          style={{ gridTemplateColumns: `repeat(${grid.columns}, minmax(0, 1fr))` }}
        >
          {panels.slice(0, grid.columns * grid.rows).map((panel) => (
            <ErrorBoundary key={panel.id} contentTitle={panel.title}>
              <SignalPanel
                panel={{ ...panel, isWide: false }}
                plotHeight={grid.plotHeight}
                state={states.getState(panel.id)}
                warning={null}
                createTracesLink={createTracesLink}
                isInView
                isHeatmap={false}
                onHeatmap={ignore}
                comparedAnswer={null}
                baseline={null}
                observeElement={ignore}
                onRetry={states.retry}
                onZoom={onZoom}
              />
            </ErrorBoundary>
          ))}
        </div>
      )}
    </div>
  );
}
