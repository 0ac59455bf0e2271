/**
 * Values of an instance at any time of a range. Counters grow since their start by the rates of each slot with the noise
 * of single requests. Gauges have the value of the current part of the slot.
 */
import type { DeploymentPlan } from "../fleet";
import { deriveSeed } from "../random";
import { historySlotMs } from "../scenario";
import { isCounterId, computeSlotRates, type HistoryScenario, type InstanceRates } from "./rates";
import {
  counterIds,
  gaugeIds,
  historyHistograms,
  type HistogramId,
  type HistorySeries,
  type ValueId,
} from "./series";
import { listSlotParts, slotPartCount, slotPartMs } from "./slot-noise";

/** Range and scenario of a timeline. */
export interface TimelineRange extends HistoryScenario {
  /** Time at which the counters were 0, like the start of a process. */
  readonly countersFromMs: number;
  readonly endMs: number;
}

/** One column per histogram bucket (cumulative), per histogram sum, and per counter or gauge. */
const histogramIds = Object.keys(historyHistograms) as HistogramId[];
const numberIds = [...counterIds, ...gaugeIds];
const firstColumns = new Map<HistogramId, number>();
let nextColumn = 0;
for (const id of histogramIds) {
  firstColumns.set(id, nextColumn);
  nextColumn += historyHistograms[id].bucketEdges.length + 2;
}
const firstNumber = nextColumn;
const columnCount = firstNumber + numberIds.length;

function columnOf(value: ValueId): number {
  if (value.kind === "number") return firstNumber + numberIds.indexOf(value.name);
  const first = firstColumns.get(value.histogram) ?? 0;
  const infinite = first + historyHistograms[value.histogram].bucketEdges.length;
  if (value.kind === "bucket") return first + value.index;
  // The bucket of all observations is their number.
  return value.kind === "count" ? infinite : infinite + 1;
}

interface Slot {
  readonly startMs: number;
  /** Values of the counters at the begin of the slot, as if they had existed then. */
  readonly starts: Float64Array;
  /** Growth of the counters, and gauges, at the edges of the parts, by column. */
  readonly path: Float32Array;
}

/** Number of values of a column in a slot: at the begin of each part and at the end. */
const edgeCount = slotPartCount + 1;

export class InstanceTimeline {
  readonly #slots: Slot[] = [];
  readonly #firstSlotMs: number;

  /** Solves all slots of the range, about 0.4 ms each. */
  constructor(plan: DeploymentPlan, { countersFromMs, endMs, ...scenario }: TimelineRange) {
    this.#firstSlotMs = Math.floor(countersFromMs / historySlotMs) * historySlotMs;
    let totals = new Float64Array(columnCount);
    for (let startMs = this.#firstSlotMs; startMs <= endMs; startMs += historySlotMs) {
      const rates = computeSlotRates(plan, startMs, scenario);
      const path = pathOf(rates, deriveSeed(scenario.seed, `${plan.name} ${startMs} requests`));
      const starts = totals;
      // The counters were 0 when the process started, which may be within the first slot.
      if (startMs < countersFromMs)
        for (let column = 0; column < columnCount; column += 1)
          starts[column] = -growthAt(path, column, countersFromMs - startMs);
      this.#slots.push({ startMs, starts, path });
      totals = starts.map((value, column) => value + (path[column * edgeCount + slotPartCount] ?? 0));
    }
  }

  /** Returns the value of a series at a time of the range. */
  valueAt({ valueId }: Pick<HistorySeries, "valueId">, atMs: number): number {
    return this.#valueAt(columnOf(valueId), atMs);
  }

  /** Returns the values of a series at these times of the range. */
  valuesAt({ valueId }: Pick<HistorySeries, "valueId">, timesMs: readonly number[]): Float64Array {
    const column = columnOf(valueId);
    return Float64Array.from(timesMs, (atMs) => this.#valueAt(column, atMs));
  }

  #valueAt(column: number, atMs: number): number {
    const slot = this.#slots[Math.floor((atMs - this.#firstSlotMs) / historySlotMs)];
    if (slot === undefined) throw new RangeError(`${atMs} is not in the timeline`);
    const { path } = slot;
    const afterMs = atMs - slot.startMs;
    if (isGaugeColumn(column)) return path[column * edgeCount + Math.floor(afterMs / slotPartMs)] ?? 0;
    return (slot.starts[column] ?? 0) + growthAt(path, column, afterMs);
  }
}

const isGaugeColumn = (column: number): boolean => column >= firstNumber + counterIds.length;

/** Growth of a counter from the begin of the slot. */
function growthAt(path: Float32Array, column: number, afterMs: number): number {
  const part = Math.min(slotPartCount - 1, Math.floor(afterMs / slotPartMs));
  const before = path[column * edgeCount + part] ?? 0;
  const after = path[column * edgeCount + part + 1] ?? 0;
  return before + ((after - before) * (afterMs - part * slotPartMs)) / slotPartMs;
}

/** Adds up the parts of a slot. Gauges have the value of their part at its begin. */
function pathOf(rates: InstanceRates, seed: number): Float32Array {
  const path = new Float32Array(columnCount * edgeCount);
  for (const [part, { histograms, scalars }] of listSlotParts(rates, seed).entries()) {
    const grow = (column: number, value: number): void => {
      const at = column * edgeCount + part;
      path[at + 1] = (path[at] ?? 0) + value;
    };
    let column = 0;
    for (const id of histogramIds) {
      const { buckets, sum } = histograms[id];
      let cumulative = 0;
      for (const bucket of buckets) {
        cumulative += bucket;
        grow(column, cumulative);
        column += 1;
      }
      grow(column, sum);
      column += 1;
    }
    for (const name of numberIds) {
      if (isCounterId(name)) grow(column, scalars[name]);
      else path[column * edgeCount + part] = scalars[name];
      column += 1;
    }
  }
  return path;
}
