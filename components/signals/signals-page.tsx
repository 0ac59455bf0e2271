"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useMemo, useState } from "react";
import { overviewQuery } from "@/lib/client/queries/overview";
import type { OverviewRow } from "@/lib/contracts/overview";
import { linkTo, useView, toZoomParameters } from "@/lib/client/url-state";
import { ChartMarkersProvider } from "@/components/charts/frame/chart-markers";
import { CaptureButton } from "@/components/shared/capture/capture-button";
import { useEventsPanel, type EventsPanelState } from "@/components/shared/events/use-events-panel";
import { Button } from "@/components/ui/button";
import { CompareMenu } from "@/components/shared/comparison/compare-menu";
import { useSelectDeployment } from "@/components/shared/scope/use-select-deployment";
import { findWorstDeployment } from "@/components/shared/scope/worst-deployment";
import { getHiddenUntilVerdictClass, SignalsHeadline } from "./signals-headline";
import { RooflineSection } from "./roofline-section";
import { SignalSections } from "./signal-sections";
import { SplitMenu } from "./split-menu";
import type { CreateTracesLink } from "./traces-link";
import { BaselineMenu } from "./baseline/baseline-menu";
import { useShownBaseline, type BaselineState } from "./baseline/use-shown-baseline";
import { useComparedPanels } from "./comparison/use-comparison";
import { useShownPanels } from "./panels/use-shown-panels";
import { usePublishPanelFreshness } from "./use-publish-panel-freshness";
import { useVisiblePanels } from "@/components/charts/frame/use-visible-panels";

/** Loaded when first opened, not with the page. */
const EventsPanel = dynamic(
  () => import("@/components/shared/events/events-panel").then((module) => module.EventsPanel),
  { ssr: false },
);

/** Loaded only for a deployment that lacks exporters. */
const MissingExporters = dynamic(
  () => import("./panels/missing-exporters").then((module) => module.MissingExporters),
  { ssr: false },
);

/** Signals of one deployment on one time axis with a shared cursor. */
export function SignalsPage() {
  const [view, setView] = useView();
  const overview = useQuery(
    overviewQuery({ from: view.from, to: view.to, live: view.live, deployment: view.d }),
  );
  const rows = overview.data?.deployments;
  useSelectDeployment(findWorstDeployment(rows));
  const { visibleIds: visible, observe } = useVisiblePanels();
  const { panels: displayedPanels, missingExporters, servesRequests } = useShownPanels(view.d);
  const { states, comparison } = useComparedPanels({
    deployment: view.d,
    view,
    panels: displayedPanels,
    visible,
  });
  usePublishPanelFreshness(states, displayedPanels);
  const baselineState = useShownBaseline(states.newestAnswerTime !== null);
  const events = useEventsPanel(view.d);
  const chartMarkers = useMemo(
    () => ({ markers: events.markers, onCursorTime: events.onCursorTime }),
    [events.markers, events.onCursorTime],
  );
  const zoom = (startMs: number, endMs: number): void => void setView(toZoomParameters(startMs, endMs));
  const tracesOf: CreateTracesLink = (order, window) =>
    linkTo("/traces", {
      d: view.d,
      ...(window === undefined
        ? { from: view.from, to: view.to }
        : toZoomParameters(window.startMs, window.endMs)),
      tab: order,
    });
  const row = rows?.find((one) => one.slug === view.d);
  return (
    <ChartMarkersProvider value={chartMarkers}>
      <div>
        <SignalsHeadline
          slug={view.d}
          showsSubset={view.i !== null || view.m !== null}
          row={row}
          problem={overview.error?.message ?? null}
          actions={
            <Actions isOverlapping={comparison.isOverlapping} baseline={baselineState} events={events} />
          }
          tracesHref={tracesOf("slowest")}
        />
        {rows !== undefined && rows.length === 0 && view.d === null ? (
          <NoDeployments />
        ) : (
          <div className={getHiddenUntilVerdictClass(row, overview)}>
            <SignalSections
              panels={displayedPanels}
              panelStates={states}
              splitLabel={view.by}
              visiblePanelIds={visible}
              heatmapPanelIds={view.heat}
              onHeatmap={(id) => void setView({ heat: togglePanelId(view.heat, id) })}
              baseline={baselineState.baseline}
              getComparedAnswer={comparison.getComparedAnswer}
              observeElement={observe}
              createTracesLink={tracesOf}
              onZoom={zoom}
            />
            <RooflineSection
              deployment={servesRequests ? view.d : null}
              isInView={visible.has("roofline")}
              observeElement={observe("roofline")}
              onZoom={zoom}
            />
            {missingExporters.length > 0 && <MissingExporters sections={missingExporters} />}
          </div>
        )}
      </div>
      <EventsSidePanel events={events} slug={view.d} row={row} />
    </ChartMarkersProvider>
  );
}

function NoDeployments() {
  return (
    <p className="text-ink-2">
      No deployments yet. Signals appear here as soon as Prometheus scrapes a serving engine.
    </p>
  );
}

interface EventsSidePanelProps {
  readonly events: EventsPanelState;
  /** Slug of the deployment. Null without one. */
  readonly slug: string | null;
  readonly row: OverviewRow | undefined;
}

function EventsSidePanel({ events, slug, row }: EventsSidePanelProps) {
  // Stays mounted after the first opening, so that closing it restores the focus.
  const [wasOpened, setOpened] = useState(events.isOpen);
  if (events.isOpen && !wasOpened) setOpened(true);
  if (!wasOpened) return null;
  return (
    <EventsPanel
      isOpen={events.isOpen}
      onClose={events.close}
      polledEvents={events.polledEvents}
      investigations={events.investigations}
      deployment={slug === null ? null : { slug, title: row?.title ?? slug }}
      onset={row?.state === "judged" ? row.context?.onset : undefined}
      formState={events.formState}
      onFormStateChange={events.setFormState}
      onAdd={events.add}
    />
  );
}

interface ActionsProps {
  readonly isOverlapping: boolean;
  readonly baseline: BaselineState;
  readonly events: EventsPanelState;
}

/** Actions for the complete page. */
function Actions({ isOverlapping, baseline, events }: ActionsProps) {
  const [view, setView] = useView();
  return (
    <>
      {view.d !== null && (
        <SplitMenu deployment={view.d} label={view.by} onChoose={(by) => void setView({ by })} />
      )}
      <CompareMenu
        comparison={view.cmp}
        error={comparisonError(view.by !== null, isOverlapping)}
        from={view.from}
        onChoose={(cmp) => void setView({ cmp })}
      />
      {view.d !== null && (
        <BaselineMenu
          deployment={view.d}
          choice={view.base}
          state={baseline}
          onChoose={(base) => void setView({ base })}
        />
      )}
      <EventsButton count={events.polledEvents.events.length} onOpen={events.open} />
      {view.d !== null && (
        <CaptureButton
          label="Capture baseline"
          size="sm"
          target={{ deployment: view.d, from: view.from, to: view.to }}
        />
      )}
    </>
  );
}

function comparisonError(isSplit: boolean, isOverlapping: boolean): string | null {
  if (isSplit) return "Split panels are not compared. Remove the split to compare windows.";
  return isOverlapping ? "The two windows overlap. Choose a shorter window to compare them." : null;
}

function togglePanelId(ids: readonly string[], id: string): readonly string[] {
  return ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id];
}

interface EventsButtonProps {
  readonly count: number;
  readonly onOpen: () => void;
}

function EventsButton({ count, onOpen }: EventsButtonProps) {
  return (
    <Button
      size="sm"
      className="tnum min-w-20"
      onClick={onOpen}
      title="Events in this window (press E to add one)"
    >
      Events{count === 0 ? "" : ` (${count})`}
    </Button>
  );
}
