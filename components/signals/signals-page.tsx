"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useEffect, useMemo, type ReactNode } from "react";
import type { OverviewRow } from "@/lib/contracts/overview";
import { deploymentsQuery } from "@/lib/client/queries/deployments";
import { overviewQuery } from "@/lib/client/queries/overview";
import { linkTo, useView } from "@/lib/client/url-state";
import { ChartMarkersProvider } from "@/components/charts/frame/chart-markers";
import { isOutdated } from "@/components/charts/frame/panel-state";
import { useFreshness } from "@/components/layout/freshness";
import { EventsPanel } from "@/components/shared/events/events-panel";
import { useEventsPanel } from "@/components/shared/events/use-events-panel";
import { SentenceText } from "@/components/shared/sentence-text";
import { StatusMark } from "@/components/shared/status-mark";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { CompareMenu } from "./compare-menu";
import { panels, type Panel } from "./panels";
import { SignalSections } from "./signal-sections";
import { SplitMenu } from "./split-menu";
import { useComparison } from "./use-comparison";
import { usePanels, type PanelsView } from "./use-panels";
import { useVisible } from "./use-visible";

/** One deployment's signals on one time axis with one cursor. */
export function SignalsPage() {
  const [view, setView] = useView();
  const overview = useQuery(overviewQuery({ from: view.from, to: view.to, live: view.live }));
  const rows = overview.data?.deployments;
  const firstSlug = rows?.[0]?.slug ?? null;
  useEffect(() => {
    // The URL is outside; a link without a deployment means the one most in trouble, and says so from then on.
    if (view.d === null && firstSlug !== null) void setView({ d: firstSlug }, { history: "replace" });
  }, [view.d, firstSlug, setView]);
  const { ids: visible, watch } = useVisible();
  const shown = useShownPanels(view.d);
  const states = usePanels({
    deployment: view.d,
    view,
    panels: shown,
    visible,
  });
  const comparison = useComparison({ deployment: view.d, view, panels: shown, visible, states });
  useTold(states, shown);
  const events = useEventsPanel(view.d);
  const marked = useMemo(
    () => ({ markers: events.view.markers, onCursorTime: events.onCursorTime }),
    [events.view.markers, events.onCursorTime],
  );
  const zoom = (startMs: number, endMs: number): void => void setView(zoomed(startMs, endMs));
  const row = rows?.find((one) => one.slug === view.d);
  return (
    <ChartMarkersProvider value={marked}>
      <div className={cn(events.isOpen && "lg:pr-[372px]")}>
        <Headline
          slug={view.d}
          row={row}
          actions={
            <>
              {view.d !== null && (
                <SplitMenu deployment={view.d} label={view.by} onChoose={(by) => void setView({ by })} />
              )}
              <CompareMenu
                comparison={view.cmp}
                trouble={compareTrouble(view.by !== null, comparison.isOverlapping)}
                onChoose={(cmp) => void setView({ cmp })}
              />
              <EventsButton count={events.view.events.length} onOpen={events.open} />
            </>
          }
          tracesHref={linkTo("/traces", { d: view.d, from: view.from, to: view.to, tab: "slowest" })}
        />
        {rows !== undefined && rows.length === 0 && view.d === null ? (
          <p className="text-ink-2">
            No deployment is known yet. As soon as Prometheus scrapes vLLM its signals appear here.
          </p>
        ) : (
          <SignalSections
            panels={shown}
            view={states}
            visible={visible}
            heat={view.heat}
            onHeatmap={(id) => void setView({ heat: toggled(view.heat, id) })}
            comparedOf={comparison.of}
            watch={watch}
            onZoom={zoom}
          />
        )}
      </div>
      <EventsPanel
        isOpen={events.isOpen}
        onClose={events.close}
        view={events.view}
        deployment={view.d === null ? null : { slug: view.d, title: row?.title ?? view.d }}
        writing={events.writing}
        onWriting={events.setWriting}
        onAdd={events.add}
      />
    </ChartMarkersProvider>
  );
}

/** Panels of what the deployment has: those of an exporter only where one of its kind was joined. */
function useShownPanels(slug: string | null): readonly Panel[] {
  const { data } = useQuery(deploymentsQuery);
  const families = data?.deployments.find((one) => one.slug === slug)?.families;
  return useMemo(
    () => panels.filter(({ needs }) => needs === undefined || families?.includes(needs) === true),
    [families],
  );
}

/** The top bar learns how old the page is. */
function useTold({ stateOf, asOfMs, serverNowMs }: PanelsView, shown: readonly Panel[]): void {
  const { tell } = useFreshness();
  const isStale = shown.some((panel) => isOutdated(stateOf(panel.id)));
  useEffect(() => {
    tell({ asOfMs, serverNowMs: Math.max(serverNowMs ?? 0, asOfMs ?? 0), isStale });
  }, [asOfMs, serverNowMs, isStale, tell]);
}

function compareTrouble(isSplit: boolean, isOverlapping: boolean): string | null {
  if (isSplit) return "Split panels are not compared: their lines stand for themselves.";
  return isOverlapping ? "The two windows overlap: nothing is compared." : null;
}

function toggled(ids: readonly string[], id: string): readonly string[] {
  return ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id];
}

const leastZoomMs = 60_000;

function zoomed(startMs: number, endMs: number): { readonly from: string; readonly to: string } {
  const middle = (startMs + endMs) / 2;
  const [from, to] =
    endMs - startMs >= leastZoomMs ? [startMs, endMs] : [middle - leastZoomMs / 2, middle + leastZoomMs / 2];
  return { from: String(Math.round(from)), to: String(Math.round(to)) };
}

interface EventsButtonProps {
  readonly count: number;
  readonly onOpen: () => void;
}

function EventsButton({ count, onOpen }: EventsButtonProps) {
  return (
    <Button size="sm" onClick={onOpen} title="What happened in this window (E adds one)">
      Events{count === 0 ? "" : ` (${count})`}
    </Button>
  );
}

interface HeadlineProps {
  readonly slug: string | null;
  readonly row: OverviewRow | undefined;
  readonly tracesHref: string;
  readonly actions: ReactNode;
}

function Headline({ slug, row, tracesHref, actions }: HeadlineProps) {
  return (
    <header className="pb-5">
      <h1 className="max-w-[1040px] text-2xl font-medium tracking-[-0.01em] text-ink-2">
        <span className="font-semibold text-ink">
          {row?.title ?? slug ?? "Signals"}
          {row?.state === "judged" ? ": " : ""}
        </span>
        {row?.state === "judged" && <SentenceText sentence={row.sentence} />}
      </h1>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-6 gap-y-1 text-ink-2">
        {row?.state === "judged" ? (
          <StatusMark status={row.status.id} />
        ) : (
          <span>{row?.state === "failed" ? row.problem.title : "Reading its status"}</span>
        )}
        {slug !== null && (
          <span className="flex items-center gap-4">
            {actions}
            <Link href={tracesHref} className="text-accent hover:underline">
              Slowest traces of this window
            </Link>
          </span>
        )}
      </div>
    </header>
  );
}
