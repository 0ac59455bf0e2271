import type { BaselineResponse } from "@/lib/contracts/baselines";
import { minBlocks } from "@/lib/analysis/statistics/blocks/plan-blocks";
import { formatCount, formatQuantile, formatValue, type ValueBucket } from "@/lib/format/number";
import { signalDefinition, type SignalId } from "@/lib/model/signals/signals";
import { baselineIntervalText, type ShownInterval } from "@/lib/sentences/baselines/baseline-interval-text";
import { CompactTable, ScrollRegion, type TableColumn } from "@/components/shared/figure";
import { DetailSection } from "./fact-list";

type Measured = NonNullable<BaselineResponse["measured"]>;
type Distribution = Measured["distributions"][number];
type Rate = Measured["rates"][number];
type Gauge = Measured["gauges"][number];

const quantiles = [0.5, 0.9, 0.95, 0.99] as const;

/** Percentiles and means with their intervals, rates, and resources. */
export function MeasuredTables({ measured }: { readonly measured: Measured }) {
  return (
    <>
      <DetailSection
        title="Latency and lengths"
        note="Numbers in small type are 95 % confidence intervals. The window is divided into time blocks. The intervals account for the width of the buckets and the variation between time blocks. n is the number of observations in complete time blocks. A percentile is interpolated within its bucket. If the measured mean makes the result impossible, the largest possible value is shown. Percentiles and intervals need at least 20 complete time blocks."
      >
        <MeasuredTable
          name="Latency and lengths"
          rows={measured.distributions}
          columns={distributionColumns}
          minWidthPx={860}
        />
      </DetailSection>
      <DetailSection
        title="Throughput"
        note="Mean rate over the complete time blocks of the window. n is the number of complete time blocks."
      >
        <MeasuredTable name="Throughput" rows={measured.rates} columns={rateColumns} minWidthPx={0} />
      </DetailSection>
      <DetailSection
        title="Resources and queues"
        note="Mean over the time blocks of the window, and the mean of the highest time block. n is the number of time blocks."
      >
        <MeasuredTable
          name="Resources and queues"
          rows={measured.gauges}
          columns={gaugeColumns}
          minWidthPx={0}
        />
      </DetailSection>
    </>
  );
}

interface MeasuredTableProps<Row> {
  readonly name: string;
  readonly rows: readonly Row[];
  readonly columns: readonly TableColumn<Row>[];
  readonly minWidthPx: number;
}

function MeasuredTable<Row extends { readonly signal: SignalId }>({
  name,
  rows,
  columns,
  minWidthPx,
}: MeasuredTableProps<Row>) {
  if (rows.length === 0) return <p className="text-ink-2">No signal of this kind was measured.</p>;
  const signalColumn: TableColumn<Row> = { title: "Signal", render: ({ signal }) => signalName(signal) };
  return (
    <ScrollRegion name={`${name}, table`}>
      <CompactTable
        columns={[signalColumn, ...columns]}
        rows={rows}
        getKey={({ signal }) => signal}
        minWidthPx={minWidthPx}
        isListOnPhones
      />
    </ScrollRegion>
  );
}

function signalName(id: SignalId) {
  const { title, unit, displayUnit } = signalDefinition(id);
  return (
    <>
      {title} <span className="text-ink-3">{formatValue(0, unit, displayUnit).unit}</span>
    </>
  );
}

function valueText(id: SignalId, value: number, bucket: ValueBucket = null): string {
  const { unit, displayUnit } = signalDefinition(id);
  return formatQuantile(value, bucket, unit, displayUnit).text;
}

interface EstimateProps {
  readonly signal: SignalId;
  readonly value: number | null;
  /** Bucket of a percentile. */
  readonly bucket?: ValueBucket | undefined;
  readonly interval: ShownInterval | null;
  /** Why a value or an interval is missing. */
  readonly reason: string;
}

/** A number with its interval below. */
function Estimate({ signal, value, bucket, interval, reason }: EstimateProps) {
  if (value === null) return <span className="text-ink-3">{reason}</span>;
  const { unit, displayUnit } = signalDefinition(signal);
  return (
    <span className="inline-flex flex-col py-0.5 md:items-end">
      {valueText(signal, value, bucket)}
      <span className="text-2xs text-ink-3">
        {interval === null ? `no interval: ${reason}` : baselineIntervalText(interval, unit, displayUnit)}
      </span>
    </span>
  );
}

function missingReason({ n, blockCount }: Pick<Distribution, "n" | "blockCount">): string {
  if (blockCount < minBlocks) return "too few time blocks";
  return n === 0 ? "no requests" : "no buckets";
}

const distributionColumns: readonly TableColumn<Distribution>[] = [
  ...quantiles.map((quantile): TableColumn<Distribution> => ({
    title: `p${Math.round(quantile * 100)}`,
    render: ({ quantiles: estimates, ...row }) => {
      const estimate = estimates.find((one) => one.quantile === quantile) ?? null;
      return (
        <Estimate
          signal={row.signal}
          value={estimate?.value ?? null}
          bucket={estimate?.bucket}
          interval={estimate}
          reason={missingReason(row)}
        />
      );
    },
  })),
  {
    title: "Mean",
    render: ({ mean, meanInterval, ...row }) => (
      <Estimate signal={row.signal} value={mean} interval={meanInterval} reason={missingReason(row)} />
    ),
  },
  { title: "n", render: ({ n }) => formatCount(n) },
  { title: "Blocks", render: ({ blockCount }) => formatCount(blockCount) },
];

const rateColumns: readonly TableColumn<Rate>[] = [
  { title: "Mean rate", render: ({ signal, perSecond }) => valueText(signal, perSecond) },
  { title: "n", render: ({ n }) => formatCount(n) },
];

const gaugeColumns: readonly TableColumn<Gauge>[] = [
  { title: "Mean", render: ({ signal, mean }) => valueText(signal, mean) },
  { title: "Highest", render: ({ signal, max }) => valueText(signal, max) },
  { title: "n", render: ({ n }) => formatCount(n) },
];
