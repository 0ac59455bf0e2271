import { expect, test } from "vitest";
import { fleet } from "../fleet";
import { createRandom } from "../random";
import { createHistoryMachine } from "./history-machine";
import { computeRates, type InstanceRates } from "./instance-rates";
import { createEmptySlotPart, sampleSlotPart, slotPartCount, slotPartMs, type SlotPart } from "./slot-noise";
import { gpuFields, histogramIds, historyHistograms, type HistogramId } from "./history-values";

const plan = fleet.find(({ name }) => name === "assist-8b")!;
const rates = computeRates(plan, Date.UTC(2026, 9, 1, 12), { seed: 1, scenarioStartMs: null });
const partSeconds = slotPartMs / 1_000;
const machine = createHistoryMachine(plan);

function listSlotParts(of: InstanceRates, seed: number): readonly SlotPart[] {
  const random = createRandom(seed);
  return Array.from({ length: slotPartCount }, () => {
    const part = createEmptySlotPart();
    sampleSlotPart(of, { random, machine }, part);
    return part;
  });
}

const manyParts = Array.from({ length: 200 }, (_, seed) => listSlotParts(rates, seed)).flat();

const countOf = (part: SlotPart, id: HistogramId): number =>
  part.histograms[id].buckets.reduce((sum, one) => sum + one, 0);

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

function varianceOf(values: readonly number[]): number {
  const mean = meanOf(values);
  return meanOf(values.map((value) => (value - mean) ** 2));
}

test("requests of a part have the mean of the slot and the variance of a Poisson distribution", () => {
  const expected = rates.histograms.e2e.count * partSeconds;
  const counts = manyParts.map((part) => countOf(part, "e2e"));
  // 2,000 parts: the standard error of the mean is 2 % of one part's deviation.
  expect(Math.abs(meanOf(counts) - expected)).toBeLessThan(0.1 * Math.sqrt(expected));
  expect(varianceOf(counts) / expected).toBeGreaterThan(0.85);
  expect(varianceOf(counts) / expected).toBeLessThan(1.15);
});

test("all histograms of a request, and the finished requests, have the same number of requests", () => {
  const perRequest = ["ttft", "tpot", "e2e", "queue", "prefill", "decode"] as const;
  for (const part of manyParts.slice(0, 50)) {
    const requests = countOf(part, "e2e");
    for (const id of perRequest) {
      const share = rates.histograms[id].count / rates.histograms.e2e.count;
      expect(countOf(part, id)).toBeCloseTo(requests * share, 6);
    }
    const { finishedStop, finishedLength, finishedAbort } = rates.scalars;
    const finishedShare = (finishedStop + finishedLength + finishedAbort) / rates.histograms.e2e.count;
    const { scalars } = part;
    expect(scalars.finishedStop + scalars.finishedLength + scalars.finishedAbort).toBeCloseTo(
      requests * finishedShare,
      6,
    );
  }
});

test("the phases have the same share of the time of requests in each part as in the slot", () => {
  const sumOf = ({ histograms }: Pick<InstanceRates, "histograms"> | SlotPart): number =>
    (histograms.queue.sum + histograms.prefill.sum + histograms.decode.sum) / histograms.e2e.sum;
  for (const part of manyParts) expect(sumOf(part)).toBeCloseTo(sumOf(rates), 9);
});

test("the mean of each histogram is inside the range of its buckets", () => {
  for (const part of manyParts)
    for (const [id, { bucketEdges }] of Object.entries(historyHistograms)) {
      const { buckets, sum } = part.histograms[id as HistogramId];
      const used = [...buckets.keys()].filter((index) => buckets[index]! > 0);
      const mean = sum / buckets.reduce((total, one) => total + one, 0);
      expect(mean).toBeGreaterThanOrEqual(bucketEdges[used[0]! - 1] ?? 0);
      expect(mean).toBeLessThanOrEqual(bucketEdges[used.at(-1)!] ?? Number.POSITIVE_INFINITY);
    }
});

test("no value falls below 0, and no ratio exceeds 1", () => {
  for (const { histograms, scalars, gpu } of manyParts) {
    for (const { buckets, sum } of Object.values(histograms)) {
      expect(Math.min(...buckets)).toBeGreaterThanOrEqual(0);
      expect(sum).toBeGreaterThanOrEqual(0);
    }
    expect(Math.min(...Object.values(scalars))).toBeGreaterThanOrEqual(0);
    expect(Math.min(...gpu)).toBeGreaterThanOrEqual(0);
    for (const name of ["GR_ENGINE_ACTIVE", "PIPE_TENSOR_ACTIVE", "DRAM_ACTIVE"])
      expect(gpu[gpuFields.findIndex((field) => field.name === `DCGM_FI_PROF_${name}`)]).toBeLessThanOrEqual(
        1,
      );
    expect(scalars.kv).toBeLessThanOrEqual(1);
  }
});

test("neighbouring parts differ, and the same seed returns the same parts", () => {
  const parts = listSlotParts(rates, 7);
  expect(parts).toHaveLength(slotPartCount);
  expect(new Set(parts.map((part) => countOf(part, "ttft"))).size).toBe(slotPartCount);
  expect(new Set(parts.map(({ scalars }) => scalars.running)).size).toBeGreaterThan(1);
  expect(listSlotParts(rates, 7)).toEqual(parts);
});

test("a deployment without requests has no requests in any part", () => {
  const empty = Object.fromEntries(
    histogramIds.map((id) => [id, { buckets: rates.histograms[id].buckets.map(() => 0), count: 0, sum: 0 }]),
  ) as unknown as InstanceRates["histograms"];
  const scalars = { ...rates.scalars, promptTokens: 0, cachedTokens: 0, outputTokens: 0 };
  for (const part of listSlotParts({ ...rates, histograms: empty, scalars }, 1))
    for (const { buckets, sum } of Object.values(part.histograms)) {
      expect(Math.max(...buckets)).toBe(0);
      expect(sum).toBe(0);
    }
});
