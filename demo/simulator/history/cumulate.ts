/**
 * Counter values at any time, summed over all slots since the counters' start, and gauge values of the current slot.
 */
import type { DeploymentPlan } from "../fleet";
import { isCounter, slotMs, slotRates, type HistoryScenario, type Rates } from "./rates";
import { histograms, type HistogramId, type SeriesPlan } from "./series";

interface Totals {
  readonly histograms: Record<HistogramId, { readonly buckets: Float64Array; count: number; sum: number }>;
  readonly numbers: Map<string, number>;
}

function emptyTotals(): Totals {
  const entries = Object.entries(histograms).map(([id, { edges }]) => [
    id,
    { buckets: new Float64Array(edges.length + 1), count: 0, sum: 0 },
  ]);
  return { histograms: Object.fromEntries(entries) as Totals["histograms"], numbers: new Map() };
}

function addSlot(totals: Totals, rates: Rates, seconds: number): void {
  for (const [id, from] of Object.entries(rates.histograms) as [
    HistogramId,
    Rates["histograms"][HistogramId],
  ][]) {
    const into = totals.histograms[id];
    for (let index = 0; index < into.buckets.length; index += 1)
      into.buckets[index] = (into.buckets[index] ?? 0) + (from.buckets[index] ?? 0) * seconds;
    into.count += from.count * seconds;
    into.sum += from.sum * seconds;
  }
  for (const [name, rate] of Object.entries(rates.numbers))
    totals.numbers.set(name, (totals.numbers.get(name) ?? 0) + rate * seconds);
}

export interface TimelineStart extends HistoryScenario {
  /** Initial time. */
  readonly fromMs: number;
  /** Time at which the counters were 0, like the start of a process; not after `fromMs`. */
  readonly countersFromMs: number;
}

/** Accumulated state of an instance. It can only move forward in time. */
export class InstanceTimeline {
  readonly #plan: DeploymentPlan;
  readonly #past: HistoryScenario;
  readonly #totals = emptyTotals();
  #slotStartMs: number;
  /** Start of counting within the current slot; later than the slot's start only for the first slot. */
  #countedFromMs: number;
  #rates: Rates;
  #seconds = 0;

  constructor(plan: DeploymentPlan, { fromMs, countersFromMs, ...scenario }: TimelineStart) {
    this.#plan = plan;
    this.#past = scenario;
    this.#slotStartMs = Math.floor(countersFromMs / slotMs) * slotMs;
    this.#countedFromMs = countersFromMs;
    this.#rates = slotRates(plan, this.#slotStartMs, scenario);
    this.moveTo(fromMs);
  }

  moveTo(atMs: number): void {
    while (atMs >= this.#slotStartMs + slotMs) {
      this.#slotStartMs += slotMs;
      addSlot(this.#totals, this.#rates, (this.#slotStartMs - this.#countedFromMs) / 1000);
      this.#countedFromMs = this.#slotStartMs;
      this.#rates = slotRates(this.#plan, this.#slotStartMs, this.#past);
    }
    this.#seconds = (atMs - this.#countedFromMs) / 1000;
  }

  /** Returns the current value of a series: a cumulative bucket count, a count, a sum or a number. */
  value({ value }: SeriesPlan): number {
    if (value.kind === "number") {
      const rate = this.#rates.numbers[value.name];
      return isCounter(value.name)
        ? (this.#totals.numbers.get(value.name) ?? 0) + rate * this.#seconds
        : rate;
    }
    const [total, rate] = [this.#totals.histograms[value.histogram], this.#rates.histograms[value.histogram]];
    if (value.kind === "count") return total.count + rate.count * this.#seconds;
    if (value.kind === "sum") return total.sum + rate.sum * this.#seconds;
    let cumulative = 0;
    for (let index = 0; index <= value.index; index += 1)
      cumulative += (total.buckets[index] ?? 0) + (rate.buckets[index] ?? 0) * this.#seconds;
    return cumulative;
  }
}
