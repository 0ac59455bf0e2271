/**
 * The demo's fleet with a real Prometheus: each wrong input is identified, and slow memory is never blamed on an
 * input.
 */
import { allSources } from "@/lib/model/sources/source-scope";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PATCH } from "@/app/api/v1/deployments/[deploymentId]/roofline-setting/route";
import { GET } from "@/app/api/v1/roofline/route";
import { fleet, type DeploymentPlan } from "@/demo/simulator/fleet";
import type { RooflinePool, RooflineResponse, RooflinePageData } from "@/lib/contracts/roofline/roofline";
import type { RooflinePoint } from "@/lib/contracts/roofline/roofline-point";
import type { EditRooflineSettingBody } from "@/lib/contracts/roofline/roofline-setting";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { resolveDeployment } from "@/lib/services/deployments/resolve-deployment";
import { simulateHistory } from "@/tests/support/histories/simulated-history";
import { sentenceText } from "@/tests/support/sentence-text";
import { openStoredFixture, fixtureNowMs, type StoredFixture } from "@/tests/support/server/stored-fixture";

const minuteMs = 60_000;
const fromMs = fixtureNowMs - 12 * minuteMs;
let stage: StoredFixture;

/** Copies of demo deployments with half the memory bandwidth. */
const cut = ["assist-8b", "code-32b", "chat-70b"] as const;
const slowName = (name: string): string => `slow-${name}`;

function slow(plan: DeploymentPlan, name = slowName(plan.name), trafficRatio = 0.6): DeploymentPlan {
  const { requestsPerSecond } = plan.traffic;
  return {
    ...plan,
    name,
    model: { ...plan.model, servedName: name },
    traffic: { ...plan.traffic, requestsPerSecond: trafficRatio * requestsPerSecond },
  };
}

/**
 * A demo deployment with a small cache, with normal and with halved memory bandwidth. With the latter, more than half
 * of its requests leave before the first token.
 */
const [tight, crowded] = ["tight-chat-70b", "crowded-chat-70b"] as const;

const rightOf: Readonly<Record<string, EditRooflineSettingBody>> = {
  "chat-70b": { model: "llama-3.1-70b", weights: "fp8" },
  "code-32b": { model: "qwen2.5-32b" },
  "extract-14b": { model: "qwen3-14b" },
  "search-30b": { model: "qwen3-30b-a3b" },
  "assist-8b": { model: "llama-3.1-8b" },
};

beforeAll(async () => {
  const slowed = fleet.flatMap((plan) => [
    ...(cut.some((one) => one === plan.name) ? [slow(plan)] : []),
    ...(plan.name === "chat-70b" ? [tight, crowded].map((name) => slow(plan, name, 1)) : []),
  ]);
  const { writeBlocks } = simulateHistory({
    profiles: [],
    fleet: [...fleet, ...slowed],
    fromMs,
    toMs: fixtureNowMs + 4 * minuteMs,
    spacingMs: 15_000,
    faults: [
      ...cut.map((name) => ({
        workload: slowName(name),
        fault: "memory-bandwidth-cut" as const,
        strength: 0.5,
        atMs: fromMs,
      })),
      { workload: tight, fault: "kv-cache-squeezed", strength: 0.2, atMs: fromMs },
      { workload: crowded, fault: "kv-cache-squeezed", strength: 0.2, atMs: fromMs },
      { workload: crowded, fault: "memory-bandwidth-cut", strength: 0.35, atMs: fromMs },
    ],
  });
  stage = await openStoredFixture(writeBlocks);
  await stage.begin();
  await discoverDeployments();
  for (const [name, body] of Object.entries(rightOf)) await choose(name, body, 0);
  for (const name of cut) await choose(slowName(name), rightOf[name] ?? {}, 0);
  for (const name of [tight, crowded]) await choose(name, rightOf["chat-70b"] ?? {}, 0);
});
afterAll(() => stage.close());

const headers = { host: "localhost:3000", "content-type": "application/json" };

async function choose(slug: string, body: EditRooflineSettingBody, version: number): Promise<void> {
  const { id } = await resolveDeployment(slug, allSources);
  const request = new Request(`http://localhost:3000/api/v1/deployments/${id}/roofline-setting`, {
    method: "PATCH",
    headers: { ...headers, "if-match": `"${version}"` },
    body: JSON.stringify(body),
  });
  expect((await PATCH(request, { params: Promise.resolve({ deploymentId: id }) })).status).toBe(200);
}

async function pageDataOf(slug: string): Promise<RooflinePageData> {
  for (;;) {
    const url = `http://localhost:3000/api/v1/roofline?deployment=${slug}&from=now-10m&to=now`;
    const response = await GET(new Request(url, { headers }), { params: Promise.resolve({}) });
    const answer = (await response.json()) as RooflineResponse;
    if (response.status !== 200) throw new Error(JSON.stringify(answer));
    if (answer.state === "answered") return answer;
  }
}

async function poolOf(slug: string): Promise<RooflinePool> {
  const { pools, unavailableReason } = await pageDataOf(slug);
  const [pool] = pools;
  if (pool === undefined) throw new Error(sentenceText(unavailableReason ?? []));
  return pool;
}

/** Returns the pool with a wrong setting, and restores the setting. */
async function poolWith(slug: string, wrong: EditRooflineSettingBody): Promise<RooflinePool> {
  await choose(slug, wrong, (await pageDataOf(slug)).setting.version);
  const pool = await poolOf(slug);
  const nothing = Object.fromEntries(Object.keys(wrong).map((name) => [name, null]));
  await choose(slug, { ...nothing, ...rightOf[slug] }, (await pageDataOf(slug)).setting.version);
  return pool;
}

function suspectsOf({ now }: RooflinePool): readonly string[] {
  const suspects = now.agreement?.agrees === false ? now.agreement.suspects : now.wrongInputs;
  return suspects.map(({ kind, value }) => (value === null ? kind : `${kind} ${value}`));
}

test.each(Object.keys(rightOf))("%s unchanged: the methods agree, without suspects", async (slug) => {
  const { now } = await poolOf(slug);
  expect(now.agreement).toMatchObject({ agrees: true, suspects: [] });
  expect(sentenceText(now.agreement?.sentence ?? [])).toContain(
    "The used GPU memory matches the configured weights and KV cache",
  );
  expect(now.wrongInputs).toEqual([]);
});

test.each([
  ["chat-70b", { weights: "bf16" }, "weight-format fp8"],
  ["chat-70b", { weights: "int4-g128" }, "weight-format fp8"],
  ["chat-70b", { tensorParallel: 1 }, "tensor-parallel 2"],
  ["chat-70b", { tensorParallel: 4 }, "tensor-parallel 2"],
  ["chat-70b", { tensorParallel: 1, weights: "bf16" }, "tensor-parallel 2"],
  ["chat-70b", { tensorParallel: 4, weights: "bf16" }, "tensor-parallel 2"],
  ["chat-70b", { acceleratorCount: 8, tensorParallel: 2 }, "accelerator-count 4"],
  ["chat-70b", { accelerator: "h200-sxm" }, "accelerator h100-sxm"],
  ["chat-70b", { model: "llama-3.1-8b" }, "architecture"],
  ["code-32b", { weights: "fp8" }, "weight-format bf16"],
  ["code-32b", { weights: "int4-g128" }, "weight-format bf16"],
  ["code-32b", { tensorParallel: 1 }, "tensor-parallel 2"],
  ["code-32b", { tensorParallel: 4 }, "tensor-parallel 2"],
  ["code-32b", { tensorParallel: 1, weights: "fp8" }, "tensor-parallel 2"],
  ["code-32b", { accelerator: "h100-sxm" }, "accelerator h200-sxm"],
  ["code-32b", { model: "qwen2.5-7b" }, "architecture"],
  ["extract-14b", { weights: "fp8" }, "weight-format bf16"],
  ["extract-14b", { tensorParallel: 1 }, "tensor-parallel 2"],
  ["extract-14b", { tensorParallel: 4 }, "tensor-parallel 2"],
  ["extract-14b", { accelerator: "l4" }, "accelerator l40s"],
  ["search-30b", { weights: "fp8" }, "weight-format bf16"],
  ["search-30b", { tensorParallel: 2 }, "tensor-parallel 1"],
  ["search-30b", { accelerator: "a100-80-sxm" }, "accelerator h100-sxm"],
  ["assist-8b", { weights: "fp8" }, "weight-format bf16"],
  ["assist-8b", { weights: "fp32" }, "weight-format bf16"],
  ["assist-8b", { tensorParallel: 2 }, "tensor-parallel 1"],
  ["assist-8b", { tensorParallel: 2, weights: "fp8" }, "tensor-parallel 1"],
  ["assist-8b", { accelerator: "h100-sxm" }, "accelerator l40s"],
  ["assist-8b", { model: "llama-3.2-3b" }, "architecture"],
] as const satisfies readonly (readonly [string, EditRooflineSettingBody, string])[])(
  "%s with %j: the first suspect is %s, and memory is not suspected",
  async (slug, wrong, expected) => {
    const pool = await poolWith(slug, wrong);
    expect(suspectsOf(pool)[0]).toBe(expected);
    expect(suspectsOf(pool)).not.toContain("slow-memory");
    expect(sentenceText(pool.headline)).toMatch(/^The inputs are wrong:/);
  },
);

test.each(cut)(
  "%s at half the memory bandwidth: memory is blamed, no input, and all texts agree",
  async (name) => {
    const pool = await poolOf(slowName(name));
    expect(suspectsOf(pool)).toEqual(["slow-memory", "other-work"]);
    expect(pool.now.agreement?.cause).toBe("machine");
    expect(sentenceText(pool.headline)).toMatch(/^Memory bandwidth is too low: .* Decode is memory-bound/);
    expect(pool.now.decodeShares).toMatchObject({ boundBy: "memory", bandwidthKind: "delivered" });
  },
);

test.each([
  ["code-32b", "fp8"],
  ["code-32b", "fp32"],
  ["extract-14b", "fp8"],
] as const)("%s with a cache set as %s and too few reads: memory usage identifies it", async (slug, kv) => {
  const { agreement } = (await poolWith(slug, { kv })).now;
  expect(agreement?.suspects[0]).toMatchObject({ kind: "kv-format", value: "bf16" });
  expect(sentenceText(agreement?.sentence ?? [])).toContain(
    "of what the configured weights and KV cache require",
  );
});

test.each([
  ["chat-70b", 64],
  ["code-32b", 64],
] as const)(
  "%s with a step limit of %s: the limit is suspected, not the model",
  async (slug, stepTokenBudget) => {
    const suspects = suspectsOf(await poolWith(slug, { stepTokenBudget }));
    expect(suspects[0]).toBe("step-limit");
    expect(suspects).not.toContain("architecture");
  },
);

function busyOf({ now }: RooflinePool, phase: "decode" | "prefill"): RooflinePoint {
  const placement = now[phase];
  if (placement.kind !== "available") throw new Error(sentenceText(placement.sentence));
  return placement.busy;
}

/** Ratio of prefill throughput between two deployments. */
async function prefillMoved(name: string, from: string): Promise<number> {
  const [pool, sound] = [await poolOf(name), await poolOf(from)];
  return busyOf(pool, "prefill").flopsPerSecond / busyOf(sound, "prefill").flopsPerSecond;
}

test("chat-70b with halved bandwidth and scaled arrivals: decode moves straight down, prefill stays", async () => {
  const [sound, slowed] = [await poolOf("chat-70b"), await poolOf(slowName("chat-70b"))];
  const [was, is] = [busyOf(sound, "decode"), busyOf(slowed, "decode")];
  expect(is.intensityFlopPerByte / was.intensityFlopPerByte).toBeGreaterThan(0.9);
  expect(is.intensityFlopPerByte / was.intensityFlopPerByte).toBeLessThan(1.1);
  expect(is.flopsPerSecond / was.flopsPerSecond).toBeLessThan(0.6);
  const prefill = await prefillMoved(slowName("chat-70b"), "chat-70b");
  expect(prefill).toBeGreaterThan(0.85);
  expect(prefill).toBeLessThan(1.1);
});

test("prefill stays even when half of the requests leave before their first token", async () => {
  const prefill = await prefillMoved(crowded, tight);
  expect(prefill).toBeGreaterThan(0.85);
  expect(prefill).toBeLessThan(1.1);
});

test("memory usage rules out a model of equal weight with another cache, and fits one with an equal cache", async () => {
  const other = (await poolWith("assist-8b", { model: "qwen2.5-7b" })).now.agreement;
  expect(other?.suspects[0]?.kind).toBe("architecture");
  expect(sentenceText(other?.sentence ?? [])).toMatch(
    /The used GPU memory is 1\.6\d* of what the configured weights/,
  );
  const alike = (await poolWith("code-32b", { model: "qwen3-32b" })).now.agreement;
  expect(alike).toMatchObject({ agrees: true, suspects: [] });
  expect(sentenceText(alike?.sentence ?? [])).toContain(
    "The used GPU memory matches the configured weights and KV cache",
  );
});

test("code-32b with its two GPUs set as a pipeline: the DRAM counter shows that each reads half of every step", async () => {
  const pool = await poolWith("code-32b", { pipelineParallel: 2 });
  expect(pool.now.agreement).toMatchObject({ agrees: true, suspects: [] });
  expect(pool.now.wrongInputs).toEqual([]);
  expect(pool.now.decodeShares?.boundBy).toBe("memory");
});

test("a configured number of GPUs that is wrong comes first", async () => {
  expect(suspectsOf(await poolWith("code-32b", { acceleratorCount: 1 }))[0]).toMatch(/^accelerator-count /);
});
