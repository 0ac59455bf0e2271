"use client";

import dynamic from "next/dynamic";
import type { RooflinePool } from "@/lib/contracts/roofline";
import type { RooflineSweep } from "@/lib/contracts/roofline-sweep";
import { formatCount, formatNumber, formatWithUnit } from "@/lib/format/number";
import { sentenceText } from "@/lib/format/sentence-text";
import { cn } from "@/components/ui/cn";
import { Figure, Rows } from "@/components/shared/figure";
import { SentenceText } from "@/components/shared/sentence-text";
import { PageError } from "../page-error";
import { RooflineTabs } from "../roofline-tabs";
import { tera } from "../points/plot-roof";
import { useRooflinePage } from "../use-roofline-page";
import { sweepFacts, throughputText } from "./sweep-text";

/** Recharts comes with the charts, never with the room. */
const GrowthChart = dynamic(
  () => import("@/components/charts/draw/fitted-line-chart").then((module) => module.FittedLineChart),
  { ssr: false, loading: () => <div aria-busy style={{ height }} /> },
);

const height = 280;
type Swept = Extract<RooflineSweep, { state: "swept" }>;

/** What larger batches gave in the window's history, what one would still give, and why it flattens. */
export function SweepPage() {
  const { data, title, error, isPreviousData, refetch } = useRooflinePage();
  const decoding = data?.pools.find(({ role }) => role !== "prefill") ?? data?.pools[0];
  return (
    <div className={cn(isPreviousData && "opacity-60")}>
      <h1 className="max-w-[1040px] pb-3 text-2xl font-medium tracking-[-0.01em] text-ink-2">
        {decoding === undefined ? (
          <NoPool unavailableReason={data?.unavailableReason ?? null} title={title} />
        ) : (
          <SentenceText sentence={decoding.sweep.sentence} />
        )}
      </h1>
      <RooflineTabs />
      {error !== null && (
        <PageError detail={error} hasOlderData={data !== null} onRetry={() => void refetch()} />
      )}
      {data === null && error === null && (
        <div aria-busy className="h-[600px] border-b border-l border-rule-strong">
          <span className="sr-only">Reading the sweep</span>
        </div>
      )}
      {decoding?.sweep.state === "swept" && <Sweep sweep={decoding.sweep} pool={decoding} />}
    </div>
  );
}

interface NoPoolProps {
  readonly unavailableReason: RooflineSweep["sentence"] | null;
  readonly title: string | null;
}

function NoPool({ unavailableReason, title }: NoPoolProps) {
  if (unavailableReason !== null) return <SentenceText sentence={unavailableReason} />;
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
  const summary = sentenceText(sweep.sentence);
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
          sentence={throughputText(groups, line !== null)}
          table={table}
        >
          <GrowthChart
            summary={`Throughput against running batch. ${summary}`}
            points={groups.map(({ batch, tokensPerSecond }) => ({ x: batch, y: tokensPerSecond }))}
            line={line}
            referenceLines={marks}
            xTitle="running batch of one instance"
            yTitle="output tokens/s, all instances"
            height={height}
          />
        </Figure>
        <Figure title="Time of a step against running batch" sentence={fitSentence(fit)} table={table}>
          <GrowthChart
            summary={`Time of a step against running batch. ${summary}`}
            points={groups.map(({ batch, itlSeconds }) => ({ x: batch, y: itlSeconds * 1e3 }))}
            line={stepLine(fit)}
            referenceLines={marks}
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
    valueAt: (x: number) => 1e3 * (a.value + b.value * x),
    lower: (x: number) => 1e3 * (a.lower + b.lower * x),
    upper: (x: number) => 1e3 * (a.upper + b.upper * x),
  };
}

/** B tokens a step of a + b·B, on every instance. */
function throughputLine(fit: Swept["fit"], instances: number | null) {
  if (fit.kind !== "fit" || instances === null) return null;
  const { baseSeconds: a, perSequenceSeconds: b } = fit;
  return { valueAt: (x: number) => (instances * x) / (a.value + b.value * x) };
}

function GroupTable({ groups }: { readonly groups: Swept["groups"] }) {
  return (
    <Rows
      columns={[
        { title: "Batch", render: ({ batch }) => formatNumber(batch) },
        { title: "ITL, ms", render: ({ itlSeconds }) => formatNumber(itlSeconds * 1e3) },
        { title: "Tokens/s, all instances", render: ({ tokensPerSecond }) => formatCount(tokensPerSecond) },
        { title: "Slices, n", render: ({ n }) => formatCount(n) },
        {
          title: "FLOP/B",
          render: ({ point }) => (point === null ? "not placed" : formatNumber(point.intensityFlopPerByte)),
        },
        {
          title: "TFLOP/s",
          render: ({ point }) => (point === null ? "not placed" : formatNumber(point.flopsPerSecond / tera)),
        },
        { title: "Seconds seen", render: ({ seconds }) => formatWithUnit(seconds, "seconds", "s") },
      ]}
      rows={groups}
      keyOf={({ batch }) => String(batch)}
      minWidth={640}
    />
  );
}
