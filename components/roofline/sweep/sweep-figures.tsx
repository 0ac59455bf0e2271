"use client";

import dynamic from "next/dynamic";
import type { RooflinePool } from "@/lib/contracts/roofline/roofline";
import type { RooflineSweep } from "@/lib/contracts/roofline/roofline-sweep";
import { formatCount, formatNumber, formatWithUnit } from "@/lib/format/number";
import { sentenceText } from "@/lib/format/sentence-text";
import type { FittedLine } from "@/components/charts/prepare/fitted-line";
import { Figure, CompactTable } from "@/components/shared/figure";
import { SentenceText } from "@/components/shared/sentence-text";
import { tera } from "../points/plot-roof";
import { sweepFacts, throughputText } from "@/lib/sentences/roofline/sweep-facts";

/** Loads Recharts with the charts, not with the page. */
const GrowthChart = dynamic(
  () => import("@/components/charts/draw/fitted-line-chart").then((module) => module.FittedLineChart),
  { ssr: false, loading: () => <div aria-busy style={{ height }} /> },
);

const height = 280;
type Swept = Extract<RooflineSweep, { state: "swept" }>;

/** Returns the pool whose decode steps the sweep shows. Undefined without pools. */
export function findDecodingPool(pools: readonly RooflinePool[]): RooflinePool | undefined {
  return pools.find(({ role }) => role !== "prefill") ?? pools[0];
}

interface SweepFiguresProps {
  readonly sweep: Swept;
  readonly pool: RooflinePool;
}

/** Throughput and step time by batch size, the gain of a larger batch, and how they were computed. */
export function SweepFigures({ sweep, pool }: SweepFiguresProps) {
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
      <div className="@container">
        <div className="grid grid-cols-1 gap-x-8 @[63rem]:grid-cols-2">
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
