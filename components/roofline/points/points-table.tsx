import { formatNumber, formatWithUnit, thinSpace } from "@/lib/format/number";
import { formatSpan } from "@/lib/format/time";
import { ShapeMark } from "@/components/shared/status-mark";
import { Rows, Scrolled, type Column } from "@/components/shared/figure";
import { tera } from "./plot-roof";
import { offText, pointName, ratioText } from "./point-words";
import type { ShownPoint } from "./shown-points";
import type { GhostRow } from "./points-figure";

interface PointsTableProps {
  readonly shown: readonly ShownPoint[];
  readonly ghost: GhostRow | null;
  readonly windowMs: number;
  /** Of the ceiling in use: which side of it a point is. */
  readonly ridgeFlopPerByte: number;
}

interface Row {
  readonly key: string;
  readonly name: string;
  readonly colour: string;
  readonly look: "filled" | "hollow" | "ghost";
  readonly intensity: string;
  readonly intensityOff: string | null;
  readonly flops: string;
  readonly flopsOff: string | null;
  readonly mfu: string;
  readonly mbu: string;
  readonly boundBy: string;
  readonly seenBy: string;
  readonly isDoubted: boolean;
}

const colours = { decode: "var(--ph-decode)", prefill: "var(--ph-prefill)", all: "var(--ink-2)" } as const;

/** The operating points in numbers: what the plot shows, and the ghost of what might be. */
export function PointsTable({ shown, ghost, windowMs, ridgeFlopPerByte }: PointsTableProps) {
  const rows = [
    ...shown.map((one) => rowOf(one, windowMs, ridgeFlopPerByte)),
    ...(ghost === null ? [] : [ghostRow(ghost)]),
  ];
  if (rows.length === 0) return null;
  return (
    <div className="pt-3">
      <Scrolled name="Operating points">
        <Rows columns={columns} rows={rows} keyOf={({ key }) => key} leastWidth={680} isFolded />
      </Scrolled>
    </div>
  );
}

function rowOf(one: ShownPoint, windowMs: number, ridgeFlopPerByte: number): Row {
  const { point, time } = one;
  const isBusy = time === "busy";
  return {
    key: one.key,
    name: pointName(one),
    colour: colours[one.phase],
    look: isBusy ? "filled" : "hollow",
    intensity: formatNumber(point.intensityFlopPerByte),
    intensityOff: isBusy ? offText(point.intensityFlopPerByte, point.intensityFlopPerByteRange) : null,
    flops: formatNumber(point.flopsPerSecond / tera),
    flopsOff: isBusy
      ? offText(point.flopsPerSecond / tera, {
          lower: point.flopsPerSecondRange.lower / tera,
          upper: point.flopsPerSecondRange.upper / tera,
        })
      : null,
    mfu: ratioText(point.mfuRatio),
    mbu: ratioText(point.mbuRatio),
    boundBy: one.boundBy ?? byPlace(one, ridgeFlopPerByte),
    seenBy: seenBy(one, windowMs),
    isDoubted: one.isDoubted,
  };
}

/** Where nobody divided the step, the side of the ridge says what it can be bound by at most. */
function byPlace({ point }: ShownPoint, ridgeFlopPerByte: number): string {
  return point.intensityFlopPerByte < ridgeFlopPerByte ? "memory, by its place" : "compute, by its place";
}

function seenBy({ method, time, step }: ShownPoint, windowMs: number): string {
  if (method === "engine") return "engine's own estimate";
  if (method === "hardware") return "GPU activity (DCGM)";
  if (time === "busy" || step === null) return "token counters";
  return `busy ${formatWithUnit(step.busyRatio, "ratio", "%")} of ${formatSpan(windowMs)}`;
}

function ghostRow({ intensityFlopPerByte, flopsPerSecond, mfuRatio, mbuRatio, boundBy }: GhostRow): Row {
  return {
    key: "what-if",
    name: "what if",
    colour: colours.decode,
    look: "ghost",
    intensity: formatNumber(intensityFlopPerByte),
    intensityOff: null,
    flops: formatNumber(flopsPerSecond / tera),
    flopsOff: null,
    mfu: ratioText(mfuRatio),
    mbu: ratioText(mbuRatio),
    boundBy,
    seenBy: "a ceiling, not a forecast",
    isDoubted: false,
  };
}

const columns: readonly Column<Row>[] = [
  { title: "Operating point", of: (row) => <Named row={row} /> },
  { title: "FLOP/B", of: ({ intensity, intensityOff }) => <Off value={intensity} off={intensityOff} /> },
  { title: "TFLOP/s", of: ({ flops, flopsOff }) => <Off value={flops} off={flopsOff} /> },
  { title: "MFU", of: ({ mfu }) => mfu },
  { title: "MBU", of: ({ mbu }) => mbu },
  { title: "Bound by", isText: true, of: ({ boundBy }) => boundBy },
  {
    title: "Seen by",
    isText: true,
    of: ({ seenBy: by }) => <span className="whitespace-normal text-ink-2">{by}</span>,
  },
];

function Off({ value, off }: { readonly value: string; readonly off: string | null }) {
  return (
    <>
      {value}
      {off !== null && (
        <span className="text-ink-2">
          {thinSpace}
          {off}
        </span>
      )}
    </>
  );
}

function Named({ row: { name, colour, look, isDoubted } }: { readonly row: Row }) {
  const dot =
    look === "filled"
      ? { background: colour }
      : { border: `1.5px ${look === "ghost" ? "dashed" : "solid"} ${colour}` };
  return (
    <span className="flex items-center gap-2 whitespace-nowrap">
      <span aria-hidden className="size-[9px] shrink-0 rounded-full" style={dot} />
      {name}
      {isDoubted && (
        <span className="flex items-center gap-1 text-bad">
          <ShapeMark shape="over" className="size-2.5" />
          doubted
        </span>
      )}
    </span>
  );
}
