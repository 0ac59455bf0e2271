import { expect, test } from "vitest";
import { findAccelerator, allAccelerators } from "@/lib/analysis/roofline/accelerators/all-accelerators";
import type { EngineCache } from "@/lib/analysis/roofline/what-if/engine-cache";
import { computeWhatIf } from "@/lib/analysis/roofline/what-if/what-if";
import { findInvalidNames } from "@/lib/client/url-parsers";
import { samplePool, sampleRooflinePage } from "@/tests/support/sample-data/roofline-page";
import { createBaseScenario } from "@/lib/analysis/roofline/what-if/base-scenario";
import { findImpossibleLevers, resetLevers, toScenarioChange } from "@/lib/analysis/roofline/what-if/levers";
import { toWhatIfResult } from "@/lib/analysis/roofline/what-if/what-if-result";
import { toWhatIfParameters, whatIfParsers, whatIfUrlKeys } from "@/lib/client/roofline/what-if-url";
import {
  hasChanges,
  parseLevers,
  unchangedWhatIfState,
  writeLevers,
  type WhatIfState,
} from "@/lib/model/roofline/what-if-levers";
import { describeChanges } from "@/lib/sentences/roofline/what-if/lever-text";
import { createWhatIfPoint } from "./what-if-point";
import { kvHeadChoices } from "./levers/kv-heads";
import {
  boundRows,
  expectedRows,
  missingInputsText,
  remarkText,
} from "@/lib/sentences/roofline/what-if/what-if-text";

const data = sampleRooflinePage();

function run(part: Partial<WhatIfState>, currency: string | null = null) {
  const from = createBaseScenario(data);
  if (from.kind === "missing") throw new Error(from.inputs.join());
  const state = { ...unchangedWhatIfState, ...part };
  const { scenario, measuredTimes } = from.base;
  const context = { scenario, accelerators: allAccelerators };
  const computed = computeWhatIf(scenario, toScenarioChange(state, context), measuredTimes)!;
  const result = toWhatIfResult(computed, scenario.accelerator);
  const whatIfPoint = createWhatIfPoint(result, describeChanges(state, context), data);
  return { context, result, rows: boundRows(result, currency), whatIfPoint };
}

test("a ceiling is compared with the current ceiling, and measured values have separate estimates", () => {
  const { result, rows } = run({});
  expect(hasChanges(unchangedWhatIfState)).toBe(false);
  expect(result.now.stepSeconds).toBeLessThan(0.0078);
  expect(rows[0]).toMatchObject({ name: "Minimum step time", difference: "" });
  expect(rows[0]!.after).not.toContain("7.80");
  expect(expectedRows(result)[0]).toEqual({
    name: "Step time",
    now: "7.80\u202fms",
    after: "7.80\u202fms",
    difference: "",
  });
  expect(rows.some(({ name }) => name.includes("measured"))).toBe(false);
});

test("narrower weights shorten the step and move the point to a higher intensity", () => {
  const { rows, whatIfPoint, result } = run({ weights: "fp8", kvFormat: "fp8", batch: 64 });
  expect(result.after.stepSeconds).toBeLessThan(result.now.stepSeconds);
  expect(rows[0]!.difference).toMatch(/^−\d+\u202f%$/);
  expect(rows.find(({ name }) => name === "Maximum output")!.difference).toMatch(/^\+/);
  expect(whatIfPoint.point!.x).toBeGreaterThan(31.8);
  expect(whatIfPoint.point!.labelLines[0]).toBe("weights FP8, KV FP8, batch 64");
  expect(whatIfPoint.point!.relatedPointKey).toBe("0 counters decode busy");
  expect(whatIfPoint.row).toMatchObject({ boundBy: "memory-bound", otherAccelerator: null });
});

test("another accelerator is shown with its roof", () => {
  const { whatIfPoint } = run({ accelerator: "h200-sxm" });
  const other = findAccelerator("h200-sxm")!;
  expect(whatIfPoint.row.otherAccelerator!.roof.bandwidth.bytesPerSecond).toBe(other.bandwidthBytesPerSecond);
  expect(whatIfPoint.row.otherAccelerator!.roof.ceilings.find(({ isUsed }) => isUsed)!.precision).toBe(
    "bf16",
  );
  expect(whatIfPoint.row.otherAccelerator!.name).toBe(other.name);
  expect(whatIfPoint.point!.labelLines[0]).toBe(other.name);
});

test("remarks state insufficient memory, missing requests and a different model", () => {
  const { result, rows } = run({ batch: 4_096, contextTokens: 8_000, kvHeads: 32 });
  const remarks = result.remarks.map(remarkText).join(" ");
  expect(remarks).toMatch(/The memory is too small by [\d,.]+\u202fGB/);
  expect(remarks).toContain("more concurrent requests. 6 are waiting now");
  expect(remarks).toContain("different model");
  expect(remarks).not.toContain("Fewer");
  expect(rows.find(({ name }) => name === "Memory")!.difference).toMatch(/does not fit$/);
});

test("a configuration that does not fit has no latency, no throughput and no point", () => {
  const { result, rows, whatIfPoint } = run({ batch: 4_096, contextTokens: 8_000 });
  for (const name of ["Minimum step time", "Minimum TPOT", "Minimum TTFT", "Maximum output"])
    expect(rows.find((row) => row.name === name)).toMatchObject({ after: "none", difference: "" });
  expect(expectedRows(result)).toEqual([]);
  expect(whatIfPoint.point).toBeNull();
  expect(whatIfPoint.row.canRun).toBe(false);
  expect(result.remarks.map(remarkText).join(" ")).toContain(
    "This configuration cannot run, so it has no latency and no throughput.",
  );
});

test("a remark states when a batch exceeds the limit of the engine", () => {
  const fact = { state: "known", value: 48, origin: { kind: "metrics" }, warnings: [] } as const;
  const from = createBaseScenario({ ...data, setting: { ...data.setting, maxBatch: fact } });
  if (from.kind === "missing") throw new Error(from.inputs.join());
  const { scenario, measuredTimes } = from.base;
  const remarksOf = (batch: number): string =>
    computeWhatIf(scenario, { batch }, measuredTimes)!.remarks.map(remarkText).join(" ");
  expect(remarksOf(64)).toContain("The engine batches at most 48 sequences.");
  expect(remarksOf(48)).not.toContain("The engine batches");
});

test("a remark states when a batch fits in memory but not in the engine's cache", () => {
  const whatIfOf = (engineCache: EngineCache | null) => {
    const from = createBaseScenario({
      ...data,
      pools: [samplePool({ whatIf: { ...running!, engineCache } })],
    });
    if (from.kind === "missing") throw new Error(from.inputs.join());
    const result = computeWhatIf(from.base.scenario, { batch: 128 }, from.base.measuredTimes)!;
    return {
      memory: boundRows(result, null).find(({ name }) => name === "Memory")!.difference,
      remarks: result.remarks.map(remarkText).join(" "),
    };
  };
  const running = samplePool().whatIf;
  const full = whatIfOf({ kind: "in-use", usageRatio: 0.98, sequences: 42, contextTokens: 1_000 });
  expect(full.memory).toMatch(/, fits, but not in the engine's cache$/);
  expect(full.remarks).toContain(
    "The model fits in memory, but the engine's cache is 98.0\u202f% full with 42 sequences and holds about 42 of this length.",
  );
  expect(whatIfOf({ kind: "capacity", tokens: 100_000 }).remarks).toContain(
    "The model fits in memory, but the engine's cache holds 100,000 tokens: 100 sequences of this length.",
  );
  expect(whatIfOf({ kind: "capacity", tokens: 500_000 }).memory).toMatch(/, fits$/);
  expect(whatIfOf(null).memory).toMatch(/, fits$/);
});

test("a missing base states what is missing", () => {
  const textOf = (page: Parameters<typeof createBaseScenario>[0]) => {
    const from = createBaseScenario(page);
    return from.kind === "missing" ? missingInputsText(from.inputs) : null;
  };
  expect(textOf({ ...data, pools: [samplePool({ whatIf: null })] })).toBe(
    "What-if requires decode steps, but no request is decoding now.",
  );
  const resolved = { ...data.setting.resolved, accelerator: null };
  expect(textOf({ ...data, setting: { ...data.setting, resolved } })).toBe(
    "What-if requires the GPU. Add missing values under “Inputs”.",
  );
});

test("a price gives a cost in its currency", () => {
  const price = {
    state: "known",
    value: { perAcceleratorHour: 2.5, currency: "EUR" },
    origin: { kind: "chosen", author: "op", atMs: 0, version: 1 },
  } as const;
  const setting = { ...data.setting, price: { ...price, warnings: [] } };
  const from = createBaseScenario({ ...data, setting });
  if (from.kind === "missing") throw new Error(from.inputs.join());
  const { scenario, measuredTimes, currency } = from.base;
  const rows = boundRows(computeWhatIf(scenario, { batch: 84 }, measuredTimes)!, currency);
  expect(rows.at(-1)!.name).toBe("Minimum cost per million tokens");
  expect(rows.at(-1)!.after).toMatch(/EUR$/);
});

test("suggested KV heads divide the query heads, and latent attention has none", () => {
  const grouped = { kind: "grouped", heads: 32, kvHeads: 8, headDim: 128 } as const;
  expect(kvHeadChoices({ attention: grouped })).toEqual([32, 16, 8, 4, 2, 1]);
  expect(kvHeadChoices({ attention: { ...grouped, heads: 28 } })).toEqual([28, 14, 7]);
  const latent = {
    kind: "latent",
    heads: 128,
    queryRank: 1,
    kvRank: 1,
    nopeDim: 1,
    ropeDim: 1,
    valueDim: 1,
  } as const;
  expect(kvHeadChoices({ attention: latent })).toEqual([]);
});

test("the short list names every change", () => {
  const state: WhatIfState = {
    ...unchangedWhatIfState,
    weights: "int4-g128",
    kvFormat: "int8",
    batch: 8,
    contextTokens: 2_000,
    kvHeads: 4,
    speculation: { draftTokens: 4, acceptedPercent: 70 },
    flashAttention: "off",
    tensorParallel: 2,
    accelerator: "h200-sxm",
  };
  const { context } = run({});
  expect(describeChanges(state, context)).toBe(
    `weights INT4, groups of 128, KV INT8, batch 8, context 2,000, 4 KV heads, 4 draft tokens, without FlashAttention, tensor parallel 2, ${findAccelerator("h200-sxm")!.name}`,
  );
  expect(
    describeChanges({ ...unchangedWhatIfState, accelerator: context.scenario.accelerator.id }, context),
  ).toBe("");
});

test("finds invalid KV heads, a tensor parallel above the heads, and an unknown accelerator", () => {
  const { context } = run({});
  const accelerators = [findAccelerator("h100-sxm")!];
  const state = { ...unchangedWhatIfState, kvHeads: 3, tensorParallel: 64, accelerator: "nope", batch: 64 };
  const impossible = findImpossibleLevers(state, { ...context, accelerators });
  expect(impossible).toEqual(["kvHeads", "tensorParallel", "accelerator"]);
  expect(resetLevers(state, impossible)).toEqual({ ...unchangedWhatIfState, batch: 64 });
});

test("accepts possible values, and does not check accelerators before the table is loaded", () => {
  const { context } = run({});
  const state = { ...unchangedWhatIfState, kvHeads: 4, tensorParallel: 32, accelerator: "h100-sxm" };
  expect(findImpossibleLevers(state, { ...context, accelerators: [findAccelerator("h100-sxm")!] })).toEqual(
    [],
  );
  expect(findImpossibleLevers({ ...state, accelerator: "nope" }, { ...context, accelerators: null })).toEqual(
    [],
  );
});

test("parses the speculation parameter as it was written", () => {
  const { speculation } = whatIfParsers;
  const choice = { draftTokens: 4, acceptedPercent: 70 };
  expect(speculation.parse(speculation.serialize(choice))).toEqual(choice);
  for (const junk of ["0:70", "4:101", "17:50", "4", "4:7x"]) expect(speculation.parse(junk)).toBeNull();
});

test("the levers of a stored question are read as they were written, and the link has the same text", () => {
  const state: WhatIfState = {
    ...unchangedWhatIfState,
    weights: "fp8",
    batch: 64,
    speculation: { draftTokens: 4, acceptedPercent: 70 },
  };
  const texts = writeLevers(state);
  expect(texts).toEqual({ weights: "fp8", batch: "64", speculation: "4:70" });
  expect(parseLevers(texts)).toEqual(state);
  expect(parseLevers({ batch: "0" })).toEqual(unchangedWhatIfState);
  expect(toWhatIfParameters(texts)).toEqual({ ww: "fp8", wb: "64", wspec: "4:70" });
});

test("names invalid parameters as the link does", () => {
  const search = new URLSearchParams("ww=fp8&wkv=fp7&wb=0&wc=1000&wgpu=../x&wflash=on");
  expect(findInvalidNames(search, whatIfParsers, whatIfUrlKeys)).toEqual(["wkv", "wb", "wflash", "wgpu"]);
});
