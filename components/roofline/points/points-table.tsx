import { boundText } from "@/lib/sentences/roofline/bound-text";
import type { CSSProperties } from "react";
import { formatNumber, formatWithUnit, thinSpace } from "@/lib/format/number";
import { formatRatio } from "@/lib/format/ratio";
import { formatCoarseDuration } from "@/lib/format/time";
import { ShapeMark } from "@/components/shared/status-mark";
import type { PointShape } from "@/components/charts/prepare/roof/roof-plot";
import { CompactTable, ScrollRegion, type TableColumn } from "@/components/shared/figure";
import { tera } from "./plot-roof";
import { marginText, pointName } from "@/lib/sentences/roofline/point-text";
import { methodShapes } from "./plot-points";
import type { PlottedPoint } from "./plotted-points";
import type { WhatIfRow } from "./points-figure";

interface PointsTableProps {
  readonly points: readonly PlottedPoint[];
  readonly whatIfRow: WhatIfRow | null;
  readonly windowMs: number;
  /** Ridge of the used ceiling, which divides memory-bound from compute-bound points. */
  readonly ridgeFlopPerByte: number;
}

interface Row {
  readonly key: string;
  readonly name: string;
  readonly colour: string;
  readonly style: "filled" | "hollow" | "dashed";
  readonly shape: PointShape;
  readonly intensity: string;
  readonly intensityMargin: string | null;
  readonly flops: string;
  readonly flopsMargin: string | null;
  readonly mfu: string;
  readonly mbu: string;
  readonly boundBy: string;
  readonly methodLabel: string;
  readonly hasWarning: boolean;
}

const colours = { decode: "var(--ph-decode)", prefill: "var(--ph-prefill)", all: "var(--ink-2)" } as const;

/** Table of the operating points and the what-if point. */
export function PointsTable({ points, whatIfRow, windowMs, ridgeFlopPerByte }: PointsTableProps) {
  const rows = [
    ...points.map((one) => rowOf(one, windowMs, ridgeFlopPerByte)),
    ...(whatIfRow === null ? [] : [toWhatIfRow(whatIfRow)]),
  ];
  if (rows.length === 0) return null;
  return (
    <div className="pt-3">
      <ScrollRegion name="Operating points">
        <CompactTable
          columns={columns}
          rows={rows}
          getKey={({ key }) => key}
          minWidthPx={600}
          isListOnPhones
        />
      </ScrollRegion>
    </div>
  );
}

function rowOf(one: PlottedPoint, windowMs: number, ridgeFlopPerByte: number): Row {
  const { point, time } = one;
  const isBusy = time === "busy";
  return {
    key: one.key,
    name: pointName(one),
    colour: colours[one.phase],
    style: isBusy ? "filled" : "hollow",
    shape: methodShapes[one.method],
    intensity: formatNumber(point.intensityFlopPerByte),
    intensityMargin: isBusy ? marginText(point.intensityFlopPerByte, point.intensityFlopPerByteRange) : null,
    flops: formatNumber(point.flopsPerSecond / tera),
    flopsMargin: isBusy
      ? marginText(point.flopsPerSecond / tera, {
          lower: point.flopsPerSecondRange.lower / tera,
          upper: point.flopsPerSecondRange.upper / tera,
        })
      : null,
    mfu: formatRatio(point.mfuRatio),
    mbu: formatRatio(point.mbuRatio),
    boundBy: one.bounds !== null ? boundText(one.bounds) : ceilingAbove(one, ridgeFlopPerByte),
    methodLabel: methodLabel(one, windowMs),
    hasWarning: one.hasWarning,
  };
}

/**
 * Returns the ceiling above a point whose step was not divided, such as a mean with idle time. The position shows which
 * ceiling applies, but not that the step reaches it.
 */
function ceilingAbove({ point }: PlottedPoint, ridgeFlopPerByte: number): string {
  return point.intensityFlopPerByte < ridgeFlopPerByte
    ? "left of the ridge, below the memory ceiling"
    : "right of the ridge, below the compute ceiling";
}

function methodLabel({ method, time, step }: PlottedPoint, windowMs: number): string {
  if (method === "engine") return "engine's estimate";
  if (method === "hardware") return "GPU activity (DCGM)";
  if (time === "busy" || step === null) return "token counters";
  return `busy ${formatWithUnit(step.busyRatio, "ratio", "%")} of ${formatCoarseDuration(windowMs)}`;
}

function toWhatIfRow({
  intensityFlopPerByte,
  flopsPerSecond,
  mfuRatio,
  mbuRatio,
  boundBy,
  canRun,
}: WhatIfRow): Row {
  const valueText = (text: string): string => (canRun ? text : "none");
  return {
    key: "what-if",
    name: "what if",
    colour: colours.decode,
    style: "dashed",
    shape: "disc",
    intensity: valueText(formatNumber(intensityFlopPerByte)),
    intensityMargin: null,
    flops: valueText(formatNumber(flopsPerSecond / tera)),
    flopsMargin: null,
    mfu: valueText(formatRatio(mfuRatio)),
    mbu: valueText(formatRatio(mbuRatio)),
    boundBy: canRun ? boundBy : "does not fit in memory",
    methodLabel: "a ceiling, not a forecast",
    hasWarning: false,
  };
}

const columns: readonly TableColumn<Row>[] = [
  { title: "Operating point", render: (row) => <PointName row={row} /> },
  {
    title: "FLOP/B",
    term: "intensity",
    render: ({ intensity, intensityMargin }) => (
      <ValueWithMargin value={intensity} margin={intensityMargin} />
    ),
  },
  {
    title: "TFLOP/s",
    render: ({ flops, flopsMargin }) => <ValueWithMargin value={flops} margin={flopsMargin} />,
  },
  { title: "MFU", term: "mfu", render: ({ mfu }) => mfu },
  { title: "MBU", term: "mbu", render: ({ mbu }) => mbu },
  {
    title: "Bound",
    isText: true,
    render: ({ boundBy }) => <span className="whitespace-normal md:block md:min-w-24">{boundBy}</span>,
  },
];

function ValueWithMargin({ value, margin }: { readonly value: string; readonly margin: string | null }) {
  return (
    <>
      {value}
      {margin !== null && (
        <span className="text-xs text-ink-2">
          {thinSpace}
          {margin}
        </span>
      )}
    </>
  );
}

/** Same shapes as in the plot. */
const outlines: Partial<Record<PointShape, CSSProperties>> = {
  disc: { borderRadius: "50%" },
  diamond: { transform: "rotate(45deg) scale(0.9)" },
};

/** The method is below the name, because a separate column would not fit. */
function PointName({ row: { name, colour, style, shape, methodLabel, hasWarning } }: { readonly row: Row }) {
  const dot =
    style === "filled"
      ? { background: colour }
      : { border: `1.5px ${style === "dashed" ? "dashed" : "solid"} ${colour}` };
  return (
    <span className="flex gap-2 py-1">
      <span aria-hidden className="mt-1 size-[9px] shrink-0" style={{ ...dot, ...outlines[shape] }} />
      <span className="min-w-40">
        {name}{" "}
        <span className="block text-xs text-ink-2">
          {hasWarning && (
            <span className="mr-2 inline-flex items-center gap-1 text-bad">
              <ShapeMark shape="over" className="size-2.5" />
              warning
            </span>
          )}
          {methodLabel}
        </span>
      </span>
    </span>
  );
}
