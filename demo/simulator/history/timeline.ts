/**
 * Values of an instance at any time of a range: counters grow by the rates of each slot since the counters' start,
 * gauges have the value of the current slot.
 */
import type { DeploymentPlan } from "../fleet";
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
  /** Begin of the slot, or of the counters in the first slot. */
  readonly fromMs: number;
  readonly starts: Float64Array;
  readonly perSecond: Float64Array;
}

export class InstanceTimeline {
  readonly #slots: Slot[] = [];
  readonly #firstSlotMs: number;

  /** Solves all slots of the range, about 0.2 ms each. */
  constructor(plan: DeploymentPlan, { countersFromMs, endMs, ...scenario }: TimelineRange) {
    this.#firstSlotMs = Math.floor(countersFromMs / historySlotMs) * historySlotMs;
    const totals = new Float64Array(columnCount);
    for (let slotStartMs = this.#firstSlotMs; slotStartMs <= endMs; slotStartMs += historySlotMs) {
      const fromMs = Math.max(slotStartMs, countersFromMs);
      const slot = slotOf(fromMs, totals, computeSlotRates(plan, slotStartMs, scenario));
      this.#slots.push(slot);
      const seconds = (slotStartMs + historySlotMs - fromMs) / 1000;
      for (let column = 0; column < columnCount; column += 1)
        totals[column] = (slot.starts[column] ?? 0) + (slot.perSecond[column] ?? 0) * seconds;
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
    return (slot.starts[column] ?? 0) + ((slot.perSecond[column] ?? 0) * (atMs - slot.fromMs)) / 1000;
  }
}

/** `totals` are the counters at the begin of the slot. Gauges are constant within a slot. */
function slotOf(fromMs: number, totals: Float64Array, rates: InstanceRates): Slot {
  const starts = totals.slice();
  const perSecond = new Float64Array(columnCount);
  let column = 0;
  for (const id of histogramIds) {
    const { buckets, sum } = rates.histograms[id];
    let cumulative = 0;
    for (const bucket of buckets) {
      cumulative += bucket;
      perSecond[column] = cumulative;
      column += 1;
    }
    perSecond[column] = sum;
    column += 1;
  }
  for (const name of numberIds) {
    (isCounterId(name) ? perSecond : starts)[column] = rates.scalars[name];
    column += 1;
  }
  return { fromMs, starts, perSecond };
}
