/**
 * Values of an instance at any time of a range. Its rates are solved at the edges of slots and interpolated between them,
 * so that the load has no steps. Counters grow since their start by these rates with the noise of single requests.
 * Gauges move from the value of one part of a slot to that of the next.
 */
import type { DeploymentPlan } from "../fleet";
import { createRandom, deriveSeed } from "../random";
import { historySlotMs } from "../scenario";
import { createHistoryMachine } from "./history-machine";
import {
  blendRates,
  computeRates,
  createEmptyRates,
  findConditions,
  type HistoryConditions,
  type HistoryScenario,
  type InstanceRates,
} from "./instance-rates";
import { createEmptySlotPart, sampleSlotPart, slotPartCount, slotPartMs, type SlotPart } from "./slot-noise";
import {
  counterIds,
  gaugeIds,
  gpuFields,
  histogramIds,
  historyHistograms,
  type HistogramId,
  type HistorySeries,
  type SeriesValueId,
} from "./history-values";

/** Range and scenario of a timeline. */
export interface TimelineRange extends HistoryScenario {
  /** Time at which the counters were 0, like the start of a process. */
  readonly countersFromMs: number;
  readonly endMs: number;
}

/** Columns: histogram buckets (cumulative) and sums, fields of GPUs, counters, gauges. */
const numberIds = [...counterIds, ...gaugeIds];
const firstColumns = new Map<HistogramId, number>();
let nextColumn = 0;
for (const id of histogramIds) {
  firstColumns.set(id, nextColumn);
  nextColumn += historyHistograms[id].bucketEdges.length + 2;
}
const firstGpuColumn = nextColumn;
const firstNumber = firstGpuColumn + gpuFields.length;
const columnCount = firstNumber + numberIds.length;
const isGauge = Array.from(
  { length: columnCount },
  (_, column) =>
    column >= firstNumber + counterIds.length || gpuFields[column - firstGpuColumn]?.kind === "gauge",
);

function columnOf(value: Exclude<SeriesValueId, { readonly kind: "constant" }>): number {
  if (value.kind === "number") return firstNumber + numberIds.indexOf(value.name);
  if (value.kind === "gpu") return firstGpuColumn + value.fieldIndex;
  const first = firstColumns.get(value.histogram) ?? 0;
  const infinite = first + historyHistograms[value.histogram].bucketEdges.length;
  if (value.kind === "bucket") return first + value.index;
  // The bucket of all observations is their number.
  return value.kind === "count" ? infinite : infinite + 1;
}

/** Number of values of a column in a slot: at the begin of each part and at the end. */
const edgeCount = slotPartCount + 1;
const slotSize = columnCount * edgeCount;

export class InstanceTimeline {
  readonly #firstSlotMs: number;
  readonly #slotCount: number;
  /** By slot and column: values of the counters at the begin of the slot, as if they had existed then. */
  readonly #starts: Float64Array;
  /** By slot, column and edge: growth of the counters since the begin of the slot, and gauges. */
  readonly #path: Float32Array;

  /** Solves all slots of the range, about 0.4 ms each. */
  constructor(plan: DeploymentPlan, { countersFromMs, endMs, ...scenario }: TimelineRange) {
    this.#firstSlotMs = Math.floor(countersFromMs / historySlotMs) * historySlotMs;
    this.#slotCount = Math.max(0, Math.floor((endMs - this.#firstSlotMs) / historySlotMs) + 1);
    this.#starts = new Float64Array(this.#slotCount * columnCount);
    this.#path = new Float32Array(this.#slotCount * slotSize);
    const drawing = new SlotDrawing(plan, scenario, this.#path);
    for (let slot = 0; slot < this.#slotCount; slot += 1) {
      drawing.draw(slot, this.#firstSlotMs + slot * historySlotMs);
      this.#startCounters(slot, countersFromMs);
    }
  }

  /** Returns the value of a series at a time of the range. */
  valueAt(series: Pick<HistorySeries, "valueId">, atMs: number): number {
    return this.valuesAt(series, [atMs])[0] ?? 0;
  }

  /** Returns the values of a series at these times of the range. */
  valuesAt({ valueId }: Pick<HistorySeries, "valueId">, timesMs: readonly number[]): Float64Array {
    const values = new Float64Array(timesMs.length);
    if (valueId.kind === "constant") return values.fill(valueId.value);
    const column = columnOf(valueId);
    for (let index = 0; index < values.length; index += 1)
      values[index] = this.#valueAt(column, timesMs[index] ?? 0);
    return values;
  }

  #valueAt(column: number, atMs: number): number {
    const slot = Math.floor((atMs - this.#firstSlotMs) / historySlotMs);
    if (slot < 0 || slot >= this.#slotCount) throw new RangeError(`${atMs} is not in the timeline`);
    const afterMs = atMs - this.#firstSlotMs - slot * historySlotMs;
    const part = Math.min(slotPartCount - 1, Math.floor(afterMs / slotPartMs));
    const at = slot * slotSize + column * edgeCount + part;
    const before = this.#path[at] ?? 0;
    const after = this.#path[at + 1] ?? 0;
    const value = before + ((after - before) * (afterMs - part * slotPartMs)) / slotPartMs;
    if (isGauge[column] !== true) return (this.#starts[slot * columnCount + column] ?? 0) + value;
    // Integers such as a number of requests remain integers.
    return Number.isInteger(before) && Number.isInteger(after) ? Math.round(value) : value;
  }

  /** The counters were 0 when the process started, which may be within the first slot. */
  #startCounters(slot: number, countersFromMs: number): void {
    const first = slot * columnCount;
    for (let column = 0; column < columnCount; column += 1) {
      if (isGauge[column] === true) continue;
      if (slot === 0) this.#starts[column] = -this.#valueAt(column, countersFromMs);
      else {
        const before = this.#starts[first - columnCount + column] ?? 0;
        const growth = this.#path[(slot - 1) * slotSize + column * edgeCount + slotPartCount] ?? 0;
        this.#starts[first + column] = before + growth;
      }
    }
  }
}

interface SlotEdges {
  readonly from: InstanceRates;
  readonly to: InstanceRates;
}

/** Draws the slots of a timeline, one after the other. */
class SlotDrawing {
  readonly #plan: DeploymentPlan;
  readonly #scenario: HistoryScenario;
  readonly #path: Float32Array;
  readonly #part = createEmptySlotPart();
  readonly #machine: ReturnType<typeof createHistoryMachine>;
  #blended: InstanceRates | undefined;
  /** Rates at the end of the previous slot. */
  #ends: ReadonlyMap<HistoryConditions, InstanceRates> = new Map();

  constructor(plan: DeploymentPlan, scenario: HistoryScenario, path: Float32Array) {
    this.#plan = plan;
    this.#scenario = scenario;
    this.#path = path;
    this.#machine = createHistoryMachine(plan);
  }

  draw(slot: number, startMs: number): void {
    const { seed } = this.#scenario;
    const random = createRandom(deriveSeed(seed, `${this.#plan.name} ${startMs} requests`));
    const edges = new Map<HistoryConditions, SlotEdges>();
    for (let part = 0; part < slotPartCount; part += 1) {
      // A change of the conditions within a part counts from its nearest edge.
      const middleMs = startMs + (part + 0.5) * slotPartMs;
      const conditions = findConditions(this.#plan, middleMs, this.#scenario);
      const { from, to } = edges.get(conditions) ?? this.#solve(startMs, conditions);
      edges.set(conditions, { from, to });
      this.#blended ??= createEmptyRates(from);
      blendRates(from, to, (part + 0.5) / slotPartCount, this.#blended);
      sampleSlotPart(this.#blended, { random, machine: this.#machine }, this.#part);
      writePart(this.#path, { slot, part }, this.#part);
    }
    this.#ends = new Map([...edges].map(([conditions, { to }]) => [conditions, to]));
  }

  #solve(startMs: number, conditions: HistoryConditions): SlotEdges {
    const solve = (atMs: number): InstanceRates => computeRates(this.#plan, atMs, this.#scenario, conditions);
    return { from: this.#ends.get(conditions) ?? solve(startMs), to: solve(startMs + historySlotMs) };
  }
}

/** Adds a part to the growth of counters. Its gauges are at its end. */
function writePart(
  path: Float32Array,
  { slot, part }: { readonly slot: number; readonly part: number },
  { histograms, gpu, scalars }: SlotPart,
): void {
  let column = 0;
  const write = (value: number): void => {
    const at = slot * slotSize + column * edgeCount + part;
    if (isGauge[column] === true) {
      path[at + 1] = value;
      // The first gauge of a slot is the last of the slot before.
      if (part === 0) path[at] = slot === 0 ? value : (path[at - slotSize + slotPartCount] ?? 0);
    } else path[at + 1] = (path[at] ?? 0) + value;
    column += 1;
  };
  for (const id of histogramIds) {
    const { buckets, sum } = histograms[id];
    let cumulative = 0;
    for (const bucket of buckets) {
      cumulative += bucket;
      write(cumulative);
    }
    write(sum);
  }
  for (const value of gpu) write(value);
  for (const name of numberIds) write(scalars[name]);
}
