import { expect, test } from "vitest";
import { acceleratorOf } from "@/lib/analysis/roofline/accelerators/all-accelerators";
import { nothingChanged } from "@/lib/client/roofline-url";
import { unsupportedParams, withoutParams } from "./unsupported-params";

const shape = { attention: { kind: "grouped", heads: 32, kvHeads: 8, headDim: 128 } } as const;
const table = [acceleratorOf("h100-sxm")!];

test("names invalid KV heads, a tensor parallel above the heads, and an unknown accelerator", () => {
  const params = { ...nothingChanged, wheads: 3, wtp: 64, wgpu: "nope", wb: 64 };
  const parts = unsupportedParams(params, shape, table);
  expect(parts).toEqual(["wheads", "wtp", "wgpu"]);
  expect(withoutParams(params, parts)).toEqual({ ...nothingChanged, wb: 64 });
});

test("accepts valid parameters, and does not check accelerators before the table is loaded", () => {
  const params = { wheads: 4, wtp: 32, wgpu: "h100-sxm" };
  expect(unsupportedParams(params, shape, table)).toEqual([]);
  expect(unsupportedParams({ ...params, wgpu: "nope" }, shape, null)).toEqual([]);
});
