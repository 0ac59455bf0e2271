import { expect, test } from "vitest";
import { findAccelerator } from "@/lib/analysis/roofline/accelerators/all-accelerators";
import type { GpuHourPrice, RooflineChoice } from "@/lib/model/roofline/roofline-choice";
import type { ObservedHardwareFacts } from "@/lib/semantic/roofline/plan-facts";
import { buildCatalogue } from "@/lib/services/roofline/tables/catalogue";
import { resolveSetting } from "./resolve-setting";

const catalogue = buildCatalogue({ accelerators: [], models: [] });
const h100 = { exporter: "dcgm", name: "NVIDIA H100 80GB HBM3", count: 4, migProfile: null } as const;
const nothing: ObservedHardwareFacts = {
  devices: [],
  engineCount: null,
  kvCache: null,
  outputLengthVariation: null,
};
const observed: ObservedHardwareFacts = { ...nothing, devices: [h100], engineCount: 2 };

function resolve(
  servedName: string,
  facts: ObservedHardwareFacts,
  chosen: RooflineChoice = {},
  filePrice: GpuHourPrice | null = null,
) {
  const since = Object.fromEntries(
    Object.keys(chosen).map((name) => [name, { version: 1, author: "operator", atMs: 5 }]),
  );
  return resolveSetting(
    { chosen, chosenSince: since, version: Object.keys(chosen).length === 0 ? 0 : 1 },
    {
      servedModelName: servedName,
      engine: { title: "vLLM", usesChunkedPrefill: true },
      hardwareFacts: facts,
      filePrice,
    },
    catalogue,
  );
}

test("a known model name and an exporter with four GPUs for two engines resolve all facts", () => {
  const { rooflineSetting, sharedPoolSetting } = resolve("meta-llama/Llama-3.1-70B-Instruct-FP8", observed);
  expect(rooflineSetting.missing).toEqual([]);
  expect(rooflineSetting.model).toMatchObject({
    value: { id: "llama-3.1-70b" },
    origin: { kind: "detected" },
  });
  expect(rooflineSetting.weights).toMatchObject({ value: "fp8", origin: { kind: "detected" } });
  expect(rooflineSetting.accelerator).toMatchObject({
    value: { id: "h100-sxm" },
    origin: { kind: "detected" },
  });
  expect(rooflineSetting.tensorParallel).toMatchObject({ value: 2, origin: { kind: "detected" } });
  expect(rooflineSetting.isChunked).toMatchObject({ value: true, origin: { kind: "assumed" } });
  expect(sharedPoolSetting).toMatchObject({
    parallelism: { tensor: 2, pipeline: 1 },
    replicas: 2,
    usesChunkedPrefill: true,
  });
  expect(sharedPoolSetting?.servedModel.formats).toMatchObject({ linear: "fp8", compute: "fp8" });
});

test("the price is that of a person, else that of the configuration file, and never a default", () => {
  const price = { perAcceleratorHour: 2.5, currency: "EUR" };
  const file = { perAcceleratorHour: 3, currency: "USD" };
  const priceOf = (...given: Parameters<typeof resolve>) => resolve(...given).rooflineSetting.price;
  expect(priceOf("chat-70b", nothing, { price }, file)).toMatchObject({
    value: price,
    origin: { kind: "chosen" },
  });
  expect(priceOf("chat-70b", nothing, {}, file)).toMatchObject({ value: file, origin: { kind: "detected" } });
  expect(priceOf("chat-70b", nothing).state).toBe("unknown");
});

test("unknown facts have suggestions, and no setting results", () => {
  const { rooflineSetting, sharedPoolSetting } = resolve("chat-70b", nothing);
  expect(sharedPoolSetting).toBeNull();
  expect(rooflineSetting.missing).toEqual(["model", "accelerator", "acceleratorCount", "tensorParallel"]);
  expect(rooflineSetting.model).toMatchObject({ state: "unknown", isOptional: false });
  const proposals =
    rooflineSetting.model.state === "unknown"
      ? rooflineSetting.model.proposals.map(({ value }) => value.id)
      : [];
  expect(proposals).toContain("llama-3.1-70b");
  expect(proposals).not.toContain("llama-3.1-8b");
  expect(rooflineSetting.price).toMatchObject({ state: "unknown", isOptional: true });
});

test("suggests FP8 when the published weights do not fit with the reported cache", () => {
  const cache = { tokenCapacity: 198_000, tokensPerBlock: 16, numberFormat: "auto" };
  const { rooflineSetting } = resolve(
    "chat-70b",
    { ...observed, kvCache: cache },
    { model: "llama-3.1-70b" },
  );
  expect(rooflineSetting.weights).toMatchObject({ value: "fp8", origin: { kind: "detected" } });
  expect(rooflineSetting.kv).toMatchObject({ value: "bf16", origin: { kind: "detected" } });
  const forced = resolve(
    "chat-70b",
    { ...observed, kvCache: cache },
    { model: "llama-3.1-70b", weights: "bf16" },
  ).rooflineSetting;
  expect(forced.weights).toMatchObject({ value: "bf16", origin: { kind: "chosen", version: 1 } });
  expect(forced.weights.state === "known" ? forced.weights.warnings : []).toHaveLength(1);
});

test("a choice that contradicts the exporter applies, with a warning", () => {
  const { rooflineSetting, accelerator } = resolve("llama-3.1-8b", observed, { accelerator: "h200-sxm" });
  expect(accelerator?.id).toBe("h200-sxm");
  expect(rooflineSetting.accelerator.state === "known" ? rooflineSetting.accelerator.warnings : []).toEqual([
    "dcgm-exporter reports 4 × “NVIDIA H100 80GB HBM3”.",
  ]);
  expect(findAccelerator("h200-sxm")).not.toBeNull();
});

test("reports GPUs that cannot be divided evenly, and excludes the GPUs of an engine that is down", () => {
  expect(resolve("llama-3.1-8b", { ...observed, engineCount: 3 }).rooflineSetting.missing).toEqual([
    "tensorParallel",
  ]);
  const lone = resolve("llama-3.1-8b", { ...observed, devices: [{ ...h100, count: 1 }] }).rooflineSetting
    .tensorParallel;
  expect(lone.state === "unknown" && lone.unknownReason).toBe(
    "1 GPU cannot be divided evenly among 2 engines.",
  );
  const down = resolve("llama-3.1-8b", { ...observed, engineCount: 1 }, { tensorParallel: 2 });
  expect(down.sharedPoolSetting?.replicas).toBe(1);
  expect(
    down.rooflineSetting.tensorParallel.state === "known" && down.rooflineSetting.tensorParallel.warnings,
  ).toHaveLength(1);
  const configured = resolve("llama-3.1-8b", observed, { acceleratorCount: 8, tensorParallel: 2 });
  expect(configured.sharedPoolSetting?.replicas).toBe(4);
});

test("a MIG instance and an unknown device name stay unknown", () => {
  const migProfile = resolve("llama-3.1-8b", { ...observed, devices: [{ ...h100, migProfile: "1g.10gb" }] })
    .rooflineSetting.accelerator;
  expect(migProfile).toMatchObject({ state: "unknown", proposals: [{ value: { id: "h100-sxm" } }] });
  const strange = resolve("llama-3.1-8b", { ...observed, devices: [{ ...h100, name: "Frobnicator 9000" }] });
  expect(strange.rooflineSetting.accelerator).toMatchObject({ state: "unknown", proposals: [] });
});

test("warns where attention heads cannot be divided among the accelerators", () => {
  const warningsWith = (tensorParallel: number) => {
    const { rooflineSetting } = resolve(
      "llama-3.1-8b",
      { ...observed, engineCount: null },
      { tensorParallel },
    );
    return rooflineSetting.tensorParallel.state === "known" ? rooflineSetting.tensorParallel.warnings : [];
  };
  expect(warningsWith(3)).toEqual(["32 attention heads cannot be divided evenly among 3 GPUs."]);
  expect(warningsWith(4)).toEqual([]);
});
