import { expect, test } from "vitest";
import { acceleratorOf, allAccelerators } from "@/lib/analysis/roofline/accelerators/all-accelerators";
import type { EngineCache } from "@/lib/analysis/roofline/what-if/engine-cache";
import { whatIf } from "@/lib/analysis/roofline/what-if/what-if";
import { nothingChanged, type WhatIfState } from "@/lib/client/roofline-url";
import { samplePool, sampleRooflinePage } from "@/tests/support/roofline-page";
import { baseScenario } from "./base-scenario";
import { whatIfChange, isChanged } from "./what-if-change";
import { ghostPoint } from "./ghost-point";
import { kvHeadChoices } from "./what-if-controls";
import { boundRows, changeText, expectedRows, remarkText } from "./what-if-text";

const room = sampleRooflinePage();

function run(part: Partial<WhatIfState>, currency: string | null = null) {
  const from = baseScenario(room);
  if (from.kind === "missing") throw new Error(from.why);
  const state = { ...nothingChanged, ...part };
  const { scenario, measured } = from.base;
  const result = whatIf(scenario, whatIfChange(state, scenario, allAccelerators), measured)!;
  return { state, result, rows: boundRows(result, currency), ghost: ghostPoint(result, state, room) };
}

test("a ceiling is compared with the bound of now; what was measured stands apart, with what is expected of it", () => {
  const { result, rows } = run({});
  expect(isChanged(nothingChanged)).toBe(false);
  expect(result.now.stepSeconds).toBeLessThan(0.0078);
  expect(rows[0]).toMatchObject({ name: "Step at best", difference: "" });
  expect(rows[0]!.after).not.toContain("7.80");
  expect(expectedRows(result)[0]).toEqual({
    name: "Step, as it runs now",
    now: "7.80\u202fms",
    after: "7.80\u202fms",
    difference: "",
  });
  expect(rows.some(({ name }) => name.includes("as it runs"))).toBe(false);
});

test("narrower weights shorten the step and move the ghost to a higher intensity", () => {
  const { rows, ghost, result } = run({ ww: "fp8", wkv: "fp8", wb: 64 });
  expect(result.after.stepSeconds).toBeLessThan(result.now.stepSeconds);
  expect(rows[0]!.difference).toMatch(/^−\d+\u202f%$/);
  expect(rows.find(({ name }) => name === "Output at most")!.difference).toMatch(/^\+/);
  expect(ghost.point.x).toBeGreaterThan(31.8);
  expect(ghost.point.lines[0]).toBe("weights FP8, KV FP8, batch 64");
  expect(ghost.point.from).toBe("0 counters decode busy");
  expect(ghost.row).toMatchObject({ boundBy: "memory", other: null });
});

test("another accelerator brings its own roof", () => {
  const { ghost } = run({ wgpu: "h200-sxm" });
  const other = acceleratorOf("h200-sxm")!;
  expect(ghost.row.other!.roof.bandwidth.bytesPerSecond).toBe(other.bandwidthBytesPerSecond);
  expect(ghost.row.other!.roof.ceilings.find(({ isUsed }) => isUsed)!.precision).toBe("bf16");
  expect(ghost.row.other!.name).toBe(other.name);
  expect(ghost.point.lines[0]).toBe(other.name);
});

test("memory that does not suffice, requests that are not there and another model are said", () => {
  const { result, rows } = run({ wb: 4_096, wc: 8_000, wheads: 32 });
  const said = result.remarks.map(remarkText).join(" ");
  expect(said).toMatch(/It does not fit: [\d,.]+\u202fGB of memory are missing/);
  expect(said).toContain("more requests at once; 6 wait now");
  expect(said).toContain("another model");
  expect(said).not.toContain("Fewer");
  expect(rows.find(({ name }) => name === "Memory")!.difference).toMatch(/does not fit$/);
});

test("what fits in memory and not in the engine's own cache says so beside it, and with how much it holds", () => {
  const whatIfOf = (engineCache: EngineCache | null) => {
    const from = baseScenario({ ...room, pools: [samplePool({ whatIf: { ...running!, engineCache } })] });
    if (from.kind === "missing") throw new Error(from.why);
    const result = whatIf(from.base.scenario, { batch: 128 }, from.base.measured)!;
    return {
      memory: boundRows(result, null).find(({ name }) => name === "Memory")!.difference,
      said: result.remarks.map(remarkText).join(" "),
    };
  };
  const running = samplePool().whatIf;
  const full = whatIfOf({ kind: "in-use", usageRatio: 0.98, sequences: 42, contextTokens: 1_000 });
  expect(full.memory).toMatch(/, fits, but not in the engine's cache$/);
  expect(full.said).toContain(
    "It fits in memory, but the engine's cache is 98.0\u202f% full of 42 sequences now: it holds about 42 of this length.",
  );
  expect(whatIfOf({ kind: "told", tokens: 100_000 }).said).toContain(
    "It fits in memory, but the engine's cache holds 100,000 tokens now: 100 sequences of this length.",
  );
  expect(whatIfOf({ kind: "told", tokens: 500_000 }).memory).toMatch(/, fits$/);
  expect(whatIfOf(null).memory).toMatch(/, fits$/);
});

test("what cannot be a base says what is missing", () => {
  const idle = baseScenario({ ...room, pools: [samplePool({ whatIf: null })] });
  expect(idle).toEqual({ kind: "missing", why: "Nothing decodes now, so there is nothing to change." });
  const resolved = { ...room.setting.resolved, accelerator: null };
  const unknown = baseScenario({ ...room, setting: { ...room.setting, resolved } });
  expect(unknown).toEqual({ kind: "missing", why: "It needs to know the accelerator." });
});

test("a price gives a cost, in its currency", () => {
  const price = {
    state: "known",
    value: { perAcceleratorHour: 2.5, currency: "EUR" },
    origin: { kind: "chosen", author: "op", atMs: 0, version: 1 },
    doubts: [],
  } as const;
  const from = baseScenario({ ...room, setting: { ...room.setting, price: { ...price, warnings: [] } } });
  if (from.kind === "missing") throw new Error(from.why);
  const { scenario, measured, currency } = from.base;
  const rows = boundRows(whatIf(scenario, { batch: 84 }, measured)!, currency);
  expect(rows.at(-1)!.name).toBe("Cost of a million tokens at best");
  expect(rows.at(-1)!.after).toMatch(/EUR$/);
});

test("KV heads that are offered divide the heads; a latent has none", () => {
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

test("everything that is changed is named", () => {
  const state: WhatIfState = {
    ww: "int4-g128",
    wkv: "int8",
    wb: 8,
    wc: 2_000,
    wheads: 4,
    wspec: { draftTokens: 4, acceptedPercent: 70 },
    wflash: "off",
    wtp: 2,
    wgpu: "h200-sxm",
  };
  expect(changeText(state, "H200")).toBe(
    "weights INT4, groups of 128, KV INT8, batch 8, context 2,000, 4 KV heads, 4 proposed tokens, without FlashAttention, tensor parallel 2, H200",
  );
});
