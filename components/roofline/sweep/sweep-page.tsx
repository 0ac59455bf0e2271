"use client";

import dynamic from "next/dynamic";
import type { RooflinePool } from "@/lib/contracts/roofline/roofline";
import type { RooflineSweep } from "@/lib/contracts/roofline/roofline-sweep";
import { formatCount, formatNumber, formatWithUnit } from "@/lib/format/number";
import { sentenceText } from "@/lib/format/sentence-text";
import { cn } from "@/components/ui/cn";
import type { FittedLine } from "@/components/charts/prepare/fitted-line";
import { Figure, CompactTable } from "@/components/shared/figure";
import { SentenceText } from "@/components/shared/sentence-text";
import { PageError } from "../page-error";
import { RooflineTabs } from "../roofline-tabs";
import { tera } from "../points/plot-roof";
import { useRooflinePage } from "../use-roofline-page";
import { sweepFacts, throughputText } from "@/lib/sentences/roofline/sweep-facts";

/** Loads Recharts with the charts, not with the page. */
const GrowthChart = dynamic(
  () => import("@/components/charts/draw/fitted-line-chart").then((module) => module.FittedLineChart),
  { ssr: false, loading: () => <div aria-busy style={{ height }} /> },
);

const height = 280;
type Swept = Extract<RooflineSweep, { state: "swept" }>;

/** Batch sweep page: throughput and step time by batch size in the window, and the gain of a larger batch. */
export function SweepPage() {
  const { data, deploymentTitle, error, isPreviousData, refetch } = useRooflinePage();
  const decoding = data?.pools.find(({ role }) => role !== "prefill") ?? data?.pools[0];
  return (
    <div className={cn(isPreviousData && "opacity-60")}>
      <h1 className="max-w-[1040px] pb-3 text-2xl font-medium tracking-[-0.01em] text-ink-2">
        {decoding === undefined ? (
          <NoPool unavailableReason={data?.unavailableReason ?? null} title={deploymentTitle} />
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
          <span className="sr-only">Loading the batch sweep</span>
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
  const { groups, fit, atCurrentBatch } = sweep;
  const facts = sweepFacts(sweep);
  const marks = [
    ...(atCurrentBatch === null ? [] : [{ x: atCurrentBatch.batch, name: "now" }]),
    ...(fit.kind === "fit" && fit.kneeBatch !== null && fit.kneeBatch.value < 4 * (groups.at(-1)?.batch ?? 0)
      ? [{ x: fit.kneeBatch.value, name: "knee" }]
      : []),
  ];
  const table = <GroupTable groups={groups} />;
  const line = throughputLine(fit, pool.instanceCount);
  const summary = sentenceText(sweep.sentence);
  return (
    <>
      <div className="max-w-[1040px] pb-4 text-ink-2">
        {atCurrentBatch !== null && (
          <p>
            <SentenceText sentence={atCurrentBatch.cause.sentence} />
          </p>
        )}
        {atCurrentBatch !== null && atCurrentBatch.advice !== null && (
          <p>
            <SentenceText sentence={atCurrentBatch.advice.sentence} />
          </p>
        )}
      </div>
      <div className="grid grid-cols-1 gap-x-8 xl:grid-cols-2">
        <Figure
          title="Throughput by running batch"
          summary={throughputText(groups, line !== null)}
          table={table}
        >
          <GrowthChart
            summary={`Throughput by running batch. ${summary}`}
            points={groups.map(({ batch, tokensPerSecond }) => ({ x: batch, y: tokensPerSecond }))}
            line={line}
            referenceLines={marks}
            xTitle="Running batch per instance"
            yTitle="Output tokens/s, all instances"
            height={height}
          />
        </Figure>
        <Figure title="Step time by running batch" summary={fitSentence(fit)} table={table}>
          <GrowthChart
            summary={`Step time by running batch. ${summary}`}
            points={groups.map(({ batch, itlSeconds }) => ({ x: batch, y: itlSeconds * 1e3 }))}
            line={stepLine(fit)}
            referenceLines={marks}
            xTitle="Running batch per instance"
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
    ? "The line is ITL = a + b·B. The band around the line is the 95 % confidence interval of a and b."
    : "No line was fitted.";
}

function stepLine(fit: Swept["fit"]): FittedLine | null {
  if (fit.kind !== "fit") return null;
  const { baseSeconds: a, perSequenceSeconds: b } = fit;
  return {
    valueAt: (x: number) => 1e3 * (a.value + b.value * x),
    lowerBoundAt: (x: number) => 1e3 * (a.lower + b.lower * x),
    upperBoundAt: (x: number) => 1e3 * (a.upper + b.upper * x),
  };
}

/** Returns the throughput of all instances: B tokens per step time a + b·B. */
function throughputLine(fit: Swept["fit"], instances: number | null): FittedLine | null {
  if (fit.kind !== "fit" || instances === null) return null;
  const { baseSeconds: a, perSequenceSeconds: b } = fit;
  return { valueAt: (x: number) => (instances * x) / (a.value + b.value * x) };
}

function GroupTable({ groups }: { readonly groups: Swept["groups"] }) {
  return (
    <CompactTable
      columns={[
        { title: "Batch", render: ({ batch }) => formatNumber(batch) },
        { title: "ITL, ms", render: ({ itlSeconds }) => formatNumber(itlSeconds * 1e3) },
        { title: "Tokens/s, all instances", render: ({ tokensPerSecond }) => formatCount(tokensPerSecond) },
        { title: "Intervals", render: ({ intervalCount: n }) => formatCount(n) },
        {
          title: "FLOP/B",
          render: ({ point }) => (point === null ? "unknown" : formatNumber(point.intensityFlopPerByte)),
        },
        {
          title: "TFLOP/s",
          render: ({ point }) => (point === null ? "unknown" : formatNumber(point.flopsPerSecond / tera)),
        },
        {
          title: "Covered time",
          render: ({ durationSeconds: seconds }) => formatWithUnit(seconds, "seconds", "s"),
        },
      ]}
      rows={groups}
      getKey={({ batch }) => String(batch)}
      minWidthPx={640}
    />
  );
}
