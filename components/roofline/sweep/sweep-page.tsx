"use client";

import dynamic from "next/dynamic";
import type { RooflinePool } from "@/lib/contracts/roofline";
import type { RooflineSweep } from "@/lib/contracts/roofline-sweep";
import { formatCount, formatNumber, formatWithUnit } from "@/lib/format/number";
import { sentenceWords } from "@/lib/format/sentence-words";
import { cn } from "@/components/ui/cn";
import { Figure, Rows } from "@/components/shared/figure";
import { SentenceText } from "@/components/shared/sentence-text";
import { RoomTrouble } from "../room-trouble";
import { RooflineTabs } from "../roofline-tabs";
import { tera } from "../points/plot-roof";
import { useRoom } from "../use-room";
import { sweepFacts, throughputWords } from "./sweep-words";

/** Recharts comes with the charts, never with the room. */
const GrowthChart = dynamic(
  () => import("@/components/charts/draw/growth-chart").then((module) => module.GrowthChart),
  { ssr: false, loading: () => <div aria-busy style={{ height }} /> },
);

const height = 280;
type Swept = Extract<RooflineSweep, { state: "swept" }>;

/** What larger batches gave in the window's history, what one would still give, and why it flattens. */
export function SweepPage() {
  const { room, title, trouble, isOfBefore, readAgain } = useRoom();
  const decoding = room?.pools.find(({ role }) => role !== "prefill") ?? room?.pools[0];
  return (
    <div className={cn(isOfBefore && "opacity-60")}>
      <h1 className="max-w-[1040px] pb-3 text-2xl font-medium tracking-[-0.01em] text-ink-2">
        {decoding === undefined ? (
          <NoPool asks={room?.asks ?? null} title={title} />
        ) : (
          <SentenceText sentence={decoding.sweep.sentence} />
        )}
      </h1>
      <RooflineTabs />
      {trouble !== null && (
        <RoomTrouble detail={trouble} isOld={room !== null} onRetry={() => void readAgain()} />
      )}
      {room === null && trouble === null && (
        <div aria-busy className="h-[600px] border-b border-l border-rule-strong">
          <span className="sr-only">Reading the sweep</span>
        </div>
      )}
      {decoding?.sweep.state === "swept" && <Sweep sweep={decoding.sweep} pool={decoding} />}
    </div>
  );
}

interface NoPoolProps {
  readonly asks: RooflineSweep["sentence"] | null;
  readonly title: string | null;
}

function NoPool({ asks, title }: NoPoolProps) {
  if (asks !== null) return <SentenceText sentence={asks} />;
  return (
    <span className="font-semibold text-ink">{title === null ? "Batch sweep" : `${title}: batch sweep`}</span>
  );
}

function Sweep({ sweep, pool }: { readonly sweep: Swept; readonly pool: RooflinePool }) {
  const { groups, fit, here } = sweep;
  const facts = sweepFacts(sweep);
  const marks = [
    ...(here === null ? [] : [{ x: here.batch, name: "now" }]),
    ...(fit.kind === "fit" && fit.kneeBatch !== null && fit.kneeBatch.value < 4 * (groups.at(-1)?.batch ?? 0)
      ? [{ x: fit.kneeBatch.value, name: "knee" }]
      : []),
  ];
  const table = <GroupTable groups={groups} />;
  const line = throughputLine(fit, pool.instances);
  const said = sentenceWords(sweep.sentence);
  return (
    <>
      <div className="max-w-[1040px] pb-4 text-ink-2">
        {here !== null && (
          <p>
            <SentenceText sentence={here.cause.sentence} />
          </p>
        )}
        {here !== null && here.advice !== null && (
          <p>
            <SentenceText sentence={here.advice.sentence} />
          </p>
        )}
      </div>
      <div className="grid grid-cols-1 gap-x-8 xl:grid-cols-2">
        <Figure
          title="Throughput against running batch"
          sentence={throughputWords(groups, line !== null)}
          table={table}
        >
          <GrowthChart
            summary={`Throughput against running batch. ${said}`}
            points={groups.map(({ batch, tokensPerSecond }) => ({ x: batch, y: tokensPerSecond }))}
            line={line}
            marks={marks}
            xTitle="running batch of one instance"
            yTitle="output tokens/s, all instances"
            height={height}
          />
        </Figure>
        <Figure title="Time of a step against running batch" sentence={fitSentence(fit)} table={table}>
          <GrowthChart
            summary={`Time of a step against running batch. ${said}`}
            points={groups.map(({ batch, itlSeconds }) => ({ x: batch, y: itlSeconds * 1e3 }))}
            line={stepLine(fit)}
            marks={marks}
            xTitle="running batch of one instance"
            yTitle="ITL, ms"
            height={height}
          />
        </Figure>
      </div>
      <dl className="tnum grid max-w-[760px] gap-x-6 gap-y-1 border-t border-rule pt-3 text-xs sm:grid-cols-[auto_minmax(0,1fr)]">
        {facts.map(({ name, value }) => (
          <div key={name} className="contents">
            <dt className="text-ink-2">{name}</dt>
            <dd className="max-sm:pb-1.5">{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function fitSentence(fit: Swept["fit"]): string {
  return fit.kind === "fit"
    ? "The line is ITL = a + b·B; its band is the 95 % interval of a and b."
    : "No line is drawn.";
}

function stepLine(fit: Swept["fit"]) {
  if (fit.kind !== "fit") return null;
  const { baseSeconds: a, perSequenceSeconds: b } = fit;
  return {
    at: (x: number) => 1e3 * (a.value + b.value * x),
    lower: (x: number) => 1e3 * (a.lower + b.lower * x),
    upper: (x: number) => 1e3 * (a.upper + b.upper * x),
  };
}

/** B tokens a step of a + b·B, on every instance. */
function throughputLine(fit: Swept["fit"], instances: number | null) {
  if (fit.kind !== "fit" || instances === null) return null;
  const { baseSeconds: a, perSequenceSeconds: b } = fit;
  return { at: (x: number) => (instances * x) / (a.value + b.value * x) };
}

function GroupTable({ groups }: { readonly groups: Swept["groups"] }) {
  return (
    <Rows
      columns={[
        { title: "Batch", of: ({ batch }) => formatNumber(batch) },
        { title: "ITL, ms", of: ({ itlSeconds }) => formatNumber(itlSeconds * 1e3) },
        { title: "Tokens/s, all instances", of: ({ tokensPerSecond }) => formatCount(tokensPerSecond) },
        { title: "Slices, n", of: ({ n }) => formatCount(n) },
        {
          title: "FLOP/B",
          of: ({ point }) => (point === null ? "not placed" : formatNumber(point.intensityFlopPerByte)),
        },
        {
          title: "TFLOP/s",
          of: ({ point }) => (point === null ? "not placed" : formatNumber(point.flopsPerSecond / tera)),
        },
        { title: "Seconds seen", of: ({ seconds }) => formatWithUnit(seconds, "seconds", "s") },
      ]}
      rows={groups}
      keyOf={({ batch }) => String(batch)}
      leastWidth={640}
    />
  );
}
