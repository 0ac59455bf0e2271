/** Simulated engines with a real Prometheus: the points match the simulator's true values. */
import { allSources } from "@/lib/model/sources/source-scope";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PATCH } from "@/app/api/v1/deployments/[deploymentId]/roofline-setting/route";
import { GET } from "@/app/api/v1/roofline/route";
import { GET as summary } from "@/app/api/v1/roofline/summary/route";
import type {
  RooflineResponse,
  RooflinePageData,
  RooflinePeriodAnalysis,
} from "@/lib/contracts/roofline/roofline";
import type { RooflinePoint } from "@/lib/contracts/roofline/roofline-point";
import type { EditRooflineSettingBody } from "@/lib/contracts/roofline/roofline-setting";
import type { RooflineSummaryResponse } from "@/lib/contracts/roofline/roofline-summary";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { resolveDeployment } from "@/lib/services/deployments/resolve-deployment";
import { simulateHistory } from "@/tests/support/histories/simulated-history";
import { cutTo, rooflineFleet, rooflineTruth } from "@/tests/support/histories/roofline-fleet";
import { sentenceText } from "@/tests/support/sentence-text";
import { openStoredFixture, fixtureNowMs, type StoredFixture } from "@/tests/support/server/stored-fixture";

const minuteMs = 60_000;
const fromMs = fixtureNowMs - 20 * minuteMs;
/** Period of the points of now. */
const span = { fromMs: fixtureNowMs - 5 * minuteMs, toMs: fixtureNowMs };
let stage: StoredFixture;

beforeAll(async () => {
  const { writeBlocks } = simulateHistory({
    profiles: [],
    fleet: rooflineFleet,
    fromMs,
    toMs: fixtureNowMs + 4 * minuteMs,
    spacingMs: 15_000,
    faults: [{ workload: "slow-8b", fault: "memory-bandwidth-cut", strength: cutTo, atMs: fromMs }],
  });
  stage = await openStoredFixture(writeBlocks);
  await stage.begin();
  await discoverDeployments();
  for (const slug of ["assist-8b", "prompts-8b", "sound-8b", "slow-8b", "rising-8b"])
    await choose(slug, { model: "llama-3.1-8b", stepTokenBudget: 2_048 });
});
afterAll(() => stage.close());

const headers = { host: "localhost:3000", "content-type": "application/json" };

async function choose(slug: string, body: EditRooflineSettingBody, version = 0): Promise<void> {
  const { id } = await resolveDeployment(slug, allSources);
  const response = await PATCH(
    new Request(`http://localhost:3000/api/v1/deployments/${id}/roofline-setting`, {
      method: "PATCH",
      headers: { ...headers, "if-match": `"${version}"` },
      body: JSON.stringify(body),
    }),
    { params: Promise.resolve({ deploymentId: id }) },
  );
  expect(response.status).toBe(200);
}

/** Adds to the last choice. */
async function chooseNext(slug: string, body: EditRooflineSettingBody): Promise<void> {
  await choose(slug, body, (await pageDataOf(slug)).setting.version);
}

async function pageDataOf(slug: string, from = "now-15m"): Promise<RooflinePageData> {
  const query = new URLSearchParams({ deployment: slug.replaceAll(".", "-"), from, to: "now" });
  for (;;) {
    const request = new Request(`http://localhost:3000/api/v1/roofline?${query.toString()}`, { headers });
    const response = await GET(request, { params: Promise.resolve({}) });
    const answer = (await response.json()) as RooflineResponse;
    if (response.status !== 200) throw new Error(JSON.stringify(answer));
    if (answer.state === "answered") return answer;
  }
}

async function nowOf(slug: string): Promise<RooflinePeriodAnalysis> {
  const pageData = await pageDataOf(slug);
  const [pool] = pageData.pools;
  if (pool === undefined) throw new Error(sentenceText(pageData.unavailableReason ?? []));
  return pool.now;
}

function busy(now: RooflinePeriodAnalysis, phase: "decode" | "prefill"): RooflinePoint {
  const placement = now[phase];
  if (placement.kind !== "available") throw new Error(sentenceText(placement.sentence));
  return placement.busy;
}

function expectWithin(
  point: RooflinePoint,
  { slug, phase }: { slug: string; phase: "decode" | "prefill" },
): void {
  const { flopsPerSecond, bytesPerSecond } = rooflineTruth.measurePhase(slug, phase, span);
  const intensity = flopsPerSecond / bytesPerSecond;
  const { flopsPerSecondRange: flops, intensityFlopPerByteRange: range } = point;
  expect(flopsPerSecond, `FLOP/s of ${slug}, ${phase}`).toBeGreaterThanOrEqual(flops.lower);
  expect(flopsPerSecond, `FLOP/s of ${slug}, ${phase}`).toBeLessThanOrEqual(flops.upper);
  expect(intensity, `intensity of ${slug}, ${phase}`).toBeGreaterThanOrEqual(range.lower);
  expect(intensity, `intensity of ${slug}, ${phase}`).toBeLessThanOrEqual(range.upper);
  // The range must be narrow enough to be informative.
  expect(flops.upper / flops.lower).toBeLessThan(1.5);
}

test.each([
  { slug: "assist-8b", phase: "decode", bound: "memory" },
  { slug: "prompts-8b", phase: "prefill", bound: "compute" },
  { slug: "opt-1.3b", phase: "decode", bound: "overhead" },
] as const)("$phase of $slug is $bound-bound, within the stated error of the truth", async (one) => {
  const now = await nowOf(one.slug);
  expectWithin(busy(now, one.phase), one);
  const shares = one.phase === "decode" ? now.decodeShares : now.prefillShares;
  expect(shares?.boundBy).toBe(one.bound);
  expect(now.agreement?.agrees).toBe(true);
  expect(now.wrongInputs).toEqual([]);
});

test.each(["assist-8b", "prompts-8b", "sound-8b", "slow-8b"] as const)(
  "both phases of %s are within the stated error of the truth",
  async (slug) => {
    const now = await nowOf(slug);
    expect(rooflineTruth.measurePhase(slug, "decode", span).stepCount).toBeGreaterThan(1_000);
    for (const phase of ["decode", "prefill"] as const) {
      const placement = now[phase];
      const ratio =
        placement.kind === "available"
          ? placement.step.n / rooflineTruth.measurePhase(slug, phase, span).stepCount
          : 0;
      expect(ratio, `steps of ${slug}, ${phase}`).toBeGreaterThan(0.85);
      expect(ratio, `steps of ${slug}, ${phase}`).toBeLessThan(1.15);
    }
    expectWithin(busy(now, "decode"), { slug, phase: "decode" });
    expectWithin(busy(now, "prefill"), { slug, phase: "prefill" });
  },
);

test("a known model name and its GPUs resolve all facts, and the trail covers the window", async () => {
  const { setting, pools, roof } = await pageDataOf("opt-1.3b");
  expect(setting.missing).toEqual([]);
  expect(setting.model).toMatchObject({ value: { id: "opt-1.3b" }, origin: { kind: "detected" } });
  expect(setting.accelerator).toMatchObject({ value: { id: "h100-sxm" }, origin: { kind: "detected" } });
  expect(roof?.ceilings.filter(({ isUsed }) => isUsed)).toHaveLength(1);
  const [pool] = pools;
  expect(pool?.trail.intervalCount).toBeLessThanOrEqual(150);
  expect(pool?.trail.decode.atMs).toHaveLength(pool?.trail.intervalCount ?? 0);
  const fullWindow = pool?.fullWindow;
  const average = (phase: "decode" | "prefill") =>
    fullWindow?.[phase].kind === "available" ? fullWindow[phase].average.mbuRatio : 0;
  const lines = pool?.utilisation?.mbuRatio ?? [];
  const mean = lines.reduce<number>((sum, one) => sum + (one ?? Number.NaN), 0) / lines.length;
  expect(mean / (average("decode") + average("prefill"))).toBeCloseTo(1, 1);
});

async function summaryTo(to: string): Promise<RooflineSummaryResponse["rows"]> {
  for (;;) {
    const response = await summary(
      new Request(`http://localhost:3000/api/v1/roofline/summary?to=${to}`, { headers }),
      { params: Promise.resolve({}) },
    );
    expect(response.status).toBe(200);
    const { rows } = (await response.json()) as RooflineSummaryResponse;
    if (rows.every(({ state }) => state !== "pending")) return rows;
  }
}

test("intervals without samples are excluded with the reason, so none is above the roof or before the first sample", async () => {
  const { pools, roof } = await pageDataOf("assist-8b", "now-30m");
  const { trail, utilisation, fullWindow } = pools[0]!;
  const firstMs = fromMs + trail.intervalMs;
  const peak = roof!.ceilings.find(({ isUsed }) => isUsed)!.flopsPerSecond;
  for (const { atMs, flopsPerSecond, intensityFlopPerByte } of [trail.decode, trail.prefill]) {
    expect(atMs.length).toBeGreaterThan(20);
    expect(Math.min(...atMs)).toBeGreaterThanOrEqual(firstMs);
    for (const [index, flops] of flopsPerSecond.entries()) {
      const slope = roof!.bandwidth.bytesPerSecond * (intensityFlopPerByte[index] ?? 0);
      expect(flops).toBeLessThanOrEqual(Math.min(peak, slope));
    }
  }
  const [gap] = utilisation?.gaps ?? [];
  expect(gap).toMatchObject({ fromIndex: 0, reason: "too-few-samples" });
  expect(gap?.detail).toMatch(/^No complete samples exist for this interval/);
  const { n = [], mbuRatio, mbuRange, atMs } = utilisation!;
  const first = mbuRatio.findIndex((value) => value !== null);
  expect(atMs[first]).toBeGreaterThanOrEqual(firstMs);
  expect(gap?.toIndex).toBe(first - 1);
  expect(n[first]).toBeGreaterThan(10);
  expect(mbuRange?.lower[first]).toBeLessThan(mbuRatio[first] ?? 0);
  // The mean covers the sampled time only, so unsampled time before it has no effect.
  const shorter = (await pageDataOf("assist-8b")).pools[0]!.fullWindow;
  const average = (stretch: RooflinePeriodAnalysis) =>
    stretch.decode.kind === "available" ? stretch.decode.average.mbuRatio : 0;
  expect(average(fullWindow) / average(shorter)).toBeGreaterThan(0.85);
});

test("the summary of an earlier time covers the five minutes before it", async () => {
  const endMs = fixtureNowMs - 6 * minuteMs;
  const row = (await summaryTo(String(endMs))).find(({ slug }) => slug === "slow-8b");
  expect(row).toMatchObject({ state: "available", endMs, startMs: endMs - 5 * minuteMs });
});

test("the summary has one row per deployment with the numbers of its page", async () => {
  const rows = await summaryTo("now");
  expect(rows.map(({ slug, state }) => [slug, state])).toEqual(
    expect.arrayContaining(rooflineFleet.map(({ name }) => [name.replaceAll(".", "-"), "available"])),
  );
  const row = rows.find(({ slug }) => slug === "slow-8b");
  const now = await nowOf("slow-8b");
  const point = busy(now, "decode");
  expect(row).toMatchObject({
    agrees: false,
    decode: { boundBy: now.decodeShares?.boundBy, judgement: "possible" },
  });
  const ratio = row?.state === "available" ? row.decode : null;
  expect((ratio?.mbuRatio ?? 0) / point.mbuRatio).toBeCloseTo(1, 1);
});

test("halved memory bandwidth moves decode straight down, keeps prefill, and the DRAM counter disagrees", async () => {
  const [sound, slow] = [await nowOf("sound-8b"), await nowOf("slow-8b")];
  const [before, after] = [busy(sound, "decode"), busy(slow, "decode")];
  const [true1, true2] = [
    rooflineTruth.measurePhase("sound-8b", "decode", span),
    rooflineTruth.measurePhase("slow-8b", "decode", span),
  ];
  // The fault works as intended: the same batch at about half the speed.
  expect(true2.meanBatchSize / true1.meanBatchSize).toBeGreaterThan(0.93);
  expect(true2.meanBatchSize / true1.meanBatchSize).toBeLessThan(1.07);
  expect(after.intensityFlopPerByte / before.intensityFlopPerByte).toBeGreaterThan(0.93);
  expect(after.intensityFlopPerByte / before.intensityFlopPerByte).toBeLessThan(1.07);
  const fallen = after.flopsPerSecond / before.flopsPerSecond;
  expect(fallen / (true2.flopsPerSecond / true1.flopsPerSecond)).toBeGreaterThan(0.93);
  expect(fallen / (true2.flopsPerSecond / true1.flopsPerSecond)).toBeLessThan(1.07);
  expect(fallen).toBeLessThan(0.6);
  const prefill = busy(slow, "prefill").flopsPerSecond / busy(sound, "prefill").flopsPerSecond;
  expect(prefill).toBeGreaterThan(0.9);
  expect(prefill).toBeLessThan(1.1);
  expect(sound.agreement?.agrees).toBe(true);
  expect(slow.hardware).toMatchObject({ kind: "available" });
  expect(slow.hardware.kind === "available" && slow.hardware.dramActiveRatio).toBeGreaterThan(0.6);
  expect(slow.agreement).toMatchObject({ agrees: false, bytes: { agrees: false } });
  expect(slow.agreement?.suspects.map(({ kind }) => kind)).toEqual(["slow-memory", "other-work"]);
  expect(slow.agreement?.cause).toBe("machine");
  expect(sentenceText(slow.agreement?.sentence ?? [])).toMatch(
    /^DRAM counters report .*, and the inputs imply .* They differ by .* is expected\. The used GPU memory matches the configured weights and KV cache\.$/,
  );
});

test("rising load gives a batch sweep with groups in the plot and the line of the engine's steps", async () => {
  const pageData = await pageDataOf("rising-8b", "now-20m");
  const { sweep } = pageData.pools[0]!;
  if (sweep.state !== "swept" || sweep.fit.kind !== "fit") throw new Error(sentenceText(sweep.sentence));
  const batches = sweep.groups.map(({ batch }) => batch);
  expect(batches.length).toBeGreaterThanOrEqual(4);
  expect((batches.at(-1) ?? 0) / (batches[0] ?? 1)).toBeGreaterThan(3);
  const points = sweep.groups.map(({ point }) => point!);
  const slope = pageData.roof!.bandwidth.bytesPerSecond;
  for (const [index, { intensityFlopPerByte, flopsPerSecond }] of points.entries()) {
    expect(flopsPerSecond).toBeLessThan(slope * intensityFlopPerByte);
    expect(intensityFlopPerByte).toBeGreaterThan(points[index - 1]?.intensityFlopPerByte ?? 0);
  }
  // Weights at the reached bandwidth and 2.8 ms of launches, plus the cache of 1,650 tokens per sequence.
  const reached = 864e9 * 0.78;
  const [base, each] = [(2 * 7.505e9) / reached + 0.0028, (131_072 * 1_650) / reached];
  expect(sweep.fit.baseSeconds.value / base).toBeGreaterThan(0.9);
  expect(sweep.fit.baseSeconds.value / base).toBeLessThan(1.1);
  expect(sweep.fit.perSequenceSeconds.value / each).toBeGreaterThan(0.7);
  expect(sweep.fit.perSequenceSeconds.value / each).toBeLessThan(1.5);
});

test("a smaller GPU than the real one is a wrong input, and the real one is the first suspect", async () => {
  await choose("assist-8b", { accelerator: "l4" }, 1);
  const pageData = await pageDataOf("assist-8b");
  const [pool] = pageData.pools;
  expect(busy(pool!.now, "decode").judgement.kind).toBe("impossible");
  expect(pool?.now.wrongInputs[0]).toMatchObject({ kind: "accelerator", value: "l40s" });
  expect(sentenceText(pool?.headline ?? [])).toMatch(/^The inputs are wrong: decode would use/);
  expect(pageData.setting.accelerator).toMatchObject({ origin: { kind: "chosen", version: 2 } });
  expect(
    pageData.setting.accelerator.state === "known" && pageData.setting.accelerator.warnings,
  ).toHaveLength(1);
});

test("a larger GPU than the real one contradicts its counters, and the real one is the first suspect", async () => {
  await choose("prompts-8b", { accelerator: "h200-sxm" }, 1);
  const { agreement } = await nowOf("prompts-8b");
  expect(agreement).toMatchObject({ agrees: false });
  expect(agreement?.suspects[0]).toMatchObject({ kind: "accelerator", value: "l40s" });
});

test("slow memory: headline, shares and suspects agree, and no input is blamed", async () => {
  const [pool] = (await pageDataOf("slow-8b")).pools;
  expect(sentenceText(pool?.headline ?? [])).toMatch(
    /^Memory bandwidth is too low: the memory bus is busy, but transfers only .* Decode is memory-bound: each step reads/,
  );
  expect(pool?.now.decodeShares).toMatchObject({ boundBy: "memory", bandwidthKind: "delivered" });
  expect(sentenceText(pool?.now.decodeShares?.sentence ?? [])).toMatch(
    /of the .* that memory delivers and is memory-bound/,
  );
  const row = (await summaryTo("now")).find(({ slug }) => slug === "slow-8b");
  expect(row).toMatchObject({ agrees: false, decode: { boundBy: "memory" } });
});

test.each([
  { body: { weights: "fp8" }, suspect: { kind: "weight-format", value: "bf16" } },
  { body: { weights: "int4-g128" }, suspect: { kind: "weight-format", value: "bf16" } },
  { body: { tensorParallel: 2 }, suspect: { kind: "tensor-parallel", value: 1 } },
  { body: { tensorParallel: 2, weights: "fp32" }, suspect: { kind: "tensor-parallel", value: 1 } },
  { body: { model: "llama-3.2-3b" }, suspect: { kind: "architecture", value: null } },
  { body: { model: "llama-3.1-70b" }, suspect: { kind: "architecture", value: null } },
  { body: { accelerator: "h100-sxm" }, suspect: { kind: "accelerator", value: "l40s" } },
] satisfies readonly { body: EditRooflineSettingBody; suspect: object }[])(
  "$body set wrongly: $suspect is suspected, and memory is not",
  async ({ body, suspect }) => {
    const right = { model: "llama-3.1-8b", weights: null, tensorParallel: null, accelerator: null };
    await chooseNext("sound-8b", body);
    const [pool] = (await pageDataOf("sound-8b")).pools;
    await chooseNext("sound-8b", right);
    const suspects = pool?.now.agreement?.suspects ?? [];
    const named = suspects.length > 0 ? suspects : (pool?.now.wrongInputs ?? []);
    expect(named[0]).toMatchObject(suspect);
    expect(named.map(({ kind }) => kind)).not.toContain("slow-memory");
    expect(sentenceText(pool?.headline ?? [])).toMatch(/^The inputs are wrong:/);
  },
);

test("names the real number of GPUs", async () => {
  await chooseNext("sound-8b", { acceleratorCount: 4, tensorParallel: 4 });
  const { agreement } = await nowOf("sound-8b");
  expect(agreement?.suspects).toContainEqual(
    expect.objectContaining({ kind: "accelerator-count", value: 1 }),
  );
});
