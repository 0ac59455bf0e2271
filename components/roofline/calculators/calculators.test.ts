import { expect, test } from "vitest";
import { findAccelerator } from "@/lib/analysis/roofline/accelerators/all-accelerators";
import { calculatorPresets } from "@/lib/analysis/roofline/calculators/presets";
import { findModel } from "@/lib/analysis/roofline/models/all-models";
import { calculatorParsers } from "@/lib/client/roofline/calculator-url";
import { bf16Formats } from "@/lib/model/roofline/precision";
import {
  calculators,
  parseCalculatorInputs,
  writeCalculatorInputs,
  type CalculatorState,
} from "@/lib/model/roofline/calculator-input";
import { calculateResult } from "@/lib/sentences/roofline/calculators/calculate";
import { calculatorLink, findMatchingPreset, presetToState } from "./preset-link";

const usual: CalculatorState = {
  calc: "matmul",
  rows: 1,
  in: 4_096,
  out: 4_096,
  w: "fp16",
  act: "auto",
  kv: "fp16",
  gpu: "h100-sxm",
  model: "llama-3.1-8b",
  ctx: 4_096,
  seq: 1,
  pool: 0,
  tp: 1,
  claim: 0,
};
const answer = (state: Partial<CalculatorState>) => {
  const complete = { ...usual, ...state };
  return calculateResult(complete, {
    accelerator: findAccelerator(complete.gpu),
    model: { architecture: findModel(complete.model)!, formats: bf16Formats },
  })!;
};
const example = (id: string) => presetToState(calculatorPresets.find((preset) => preset.id === id)!.input);

test("every worked example opens its calculator, gives a sentence and rows, and is recognised", () => {
  for (const preset of calculatorPresets) {
    const state = { ...usual, ...presetToState(preset.input) };
    expect(answer(state).sentence, preset.id).not.toMatch(/NaN|undefined|Infinity|–/);
    expect(answer(state).rows.length).toBeGreaterThan(1);
    expect(findMatchingPreset(state, calculatorPresets)?.id).toBe(preset.id);
  }
});

test("the inputs of an example are valid URL parameters", () => {
  for (const { id, input } of calculatorPresets)
    for (const [name, value] of Object.entries(presetToState(input)))
      expect(
        calculatorParsers[name as keyof typeof calculatorParsers].parse(String(value)),
        `${id} ${name}`,
      ).toBe(value);
});

test("a small cache is shown in a small unit", () => {
  const token = { calc: "kv-cache", ctx: 1, seq: 1 } as const;
  expect(answer(token).sentence).toContain("take 131\u202fkB.");
  expect(answer({ ...token, ctx: 1_000 }).sentence).toContain("take 131\u202fMB.");
  expect(answer({ ...token, ctx: 10_000 }).sentence).toContain("take 1.31\u202fGB.");
});

test("a product with one row is memory-bound, with a thousand rows compute-bound", () => {
  expect(answer(example("one-token-matmul")).sentence).toMatch(/^1\.00\sFLOP\/B on .*memory-bound/);
  expect(answer(example("many-tokens-matmul")).sentence).toMatch(/^683\sFLOP\/B on .*compute-bound/);
});

test("the work of a product is shown in a unit of its size", () => {
  const work = (matmul: object): string | undefined =>
    answer({ calc: "matmul", ...matmul }).rows[0]?.cells[1];
  expect(work({ rows: 1, in: 4_096, out: 4_096 })).toBe("33.6\u202fMFLOP");
  expect(work({ rows: 1_024, in: 4_096, out: 4_096 })).toBe("34.4\u202fGFLOP");
});

test("the number of concurrent sequences appears when the size of the KV cache is given", () => {
  expect(answer(example("pool-concurrency")).sentence).toContain("holds 22.2 sequences at once");
  expect(answer({ calc: "kv-cache" }).sentence).not.toContain("not chunked");
});

test("above the context limit no batch is large enough, and the sentence states it", () => {
  expect(answer(example("never-compute-bound")).sentence).toMatch(
    /^No batch size makes decode compute-bound with 2,048 tokens.*Above 39\d tokens/,
  );
  expect(answer(example("context-break-even")).sentence).toMatch(
    /^Decode becomes compute-bound at a batch size of 84\d/,
  );
});

const cellOf = (state: Partial<CalculatorState>, name: string) =>
  answer(state).rows.find(({ cells }) => cells[0] === name)?.cells[1];

test("activations of 16 bits keep the 16-bit peak: break-even rows match the published values", () => {
  // Google's scaling book, inference: 240 tokens on TPU v5e, 120 with INT8 weights and BF16 math, 240 with INT8 math.
  const rowsOn = (w: "bf16" | "int8", act: "auto" | "a16") =>
    /compute-bound at (\d+) rows/.exec(
      answer({ calc: "break-even", gpu: "tpu-v5e", w, act, ctx: 1 }).sentence,
    )?.[1];
  const published = [rowsOn("bf16", "auto"), rowsOn("int8", "a16"), rowsOn("int8", "auto")].map(Number);
  for (const [index, rows] of [240, 120, 240].entries())
    expect(Math.abs(published[index]! / rows - 1)).toBeLessThan(0.02);
  // One 4096 × 4096 product on H100: 345.1 rows in FP16, 172.6 with INT8 weights and 16-bit activations.
  expect(answer({ w: "fp16" }).sentence).toContain("compute-bound at 346 rows");
  expect(answer({ w: "int8", act: "a16" }).sentence).toContain("compute-bound at 173 rows");
});

test("W8A16 reads the bytes of W8A8 and computes at half of its peak, and W4A16 is the only form of INT4", () => {
  const step = { calc: "step", w: "int8", seq: 512, ctx: 128 } as const;
  const wide = { ...step, act: "a16" } as const;
  expect(cellOf(step, "Multiplied in")).toBe("INT8 (W8A8)");
  expect(cellOf(wide, "Multiplied in")).toBe("BF16 (W8A16)");
  expect(cellOf({ ...step, w: "int4-g128" }, "Multiplied in")).toBe("BF16 (W4A16)");
  expect(answer({ ...step, w: "int4-g128" })).toEqual(answer({ ...wide, w: "int4-g128" }));
  const weights = "Time to read the weights";
  expect(cellOf(wide, weights)).toBe(cellOf(step, weights));
  const arithmetic = (state: typeof step | typeof wide) =>
    Number.parseFloat(cellOf(state, "Time of the arithmetic")!);
  expect(arithmetic(wide) / arithmetic(step)).toBeCloseTo(2, 1);
  const sizes = answer({ calc: "weights" }).rows;
  const multiplied = (format: string) => sizes.find(({ key }) => key === format)?.cells[2];
  expect(multiplied("fp8")).toBe("FP8 (W8A8) or BF16 (W8A16)");
  expect(multiplied("int4-g128")).toBe("BF16 (W4A16)");
});

test("a claim above the 16-bit peak is possible with W8A8 and impossible with W8A16", () => {
  const claim = { calc: "step", w: "fp8", kv: "fp8", seq: 1_024, ctx: 1, claim: 90_000 } as const;
  expect(answer(claim).sentence).not.toContain("impossible");
  expect(answer({ ...claim, act: "a16" }).sentence).toContain("impossible");
});

test("a question stored without the format of activations has the result that it had", () => {
  const { act: _act, ...stored } = writeCalculatorInputs({ ...usual, calc: "step" });
  expect(answer(parseCalculatorInputs("step", stored)!)).toEqual(answer({ ...usual, calc: "step" }));
  expect(parseCalculatorInputs("step", { ...stored, act: "a4" })).toBeNull();
});

test("an unknown model or accelerator gives no result", () => {
  expect(calculateResult(usual, { accelerator: null, model: null })).toBeNull();
  expect(calculateResult({ ...usual, calc: "weights" }, { accelerator: null, model: null })).toBeNull();
});

test("a link carries all inputs of its calculator and no others", () => {
  const search = new URL(calculatorLink({ ...usual, rows: 64 }), "http://a").searchParams;
  expect([...search.keys()]).toEqual(["calc", "rows", "in", "out", "w", "act", "gpu"]);
  expect(search.get("rows")).toBe("64");
  for (const { input } of calculatorPresets) {
    const state = presetToState(input);
    const names = [...new URL(calculatorLink({ ...usual, ...state }), "http://a").searchParams.keys()];
    expect(names.toSorted()).toEqual(Object.keys(state).toSorted());
  }
});

test("large products use units that keep numbers short", () => {
  const cells = answer({ rows: 1_000_000, in: 16_000, out: 16_000 }).rows.map((row) => row.cells.join(": "));
  expect(cells.find((cell) => cell.startsWith("FLOPs"))).toBe("FLOPs, 2·T·i·o: 512\u202fTFLOP");
  expect(cells.find((cell) => cell.startsWith("Activations"))).toMatch(/64\.0\u202fGB$/);
  expect(cells.find((cell) => cell.startsWith("Minimum time"))).toMatch(/: 51\d\u202fms$/);
  const small = answer({}).rows.map((row) => row.cells.join(": "));
  expect(small.find((cell) => cell.startsWith("Minimum time"))).toMatch(/\u202fµs$/);
  expect(small.find((cell) => cell.startsWith("FLOPs"))).toMatch(/: 33\.6\u202fMFLOP$/);
});

test("the inputs of every calculator are read as they were written", () => {
  const state = { ...usual, rows: 64, seq: 3, pool: 47.5, claim: 0.25, w: "int4-g128", kv: "fp8" } as const;
  for (const calc of calculators) {
    const texts = writeCalculatorInputs({ ...state, calc });
    const read = parseCalculatorInputs(calc, texts)!;
    expect(read.calc).toBe(calc);
    expect(writeCalculatorInputs(read)).toEqual(texts);
    expect(answer(read)).toEqual(answer({ ...state, calc }));
  }
});

test("a missing, an invalid and an unused input are refused", () => {
  expect(parseCalculatorInputs("weights", { model: "llama-3.1-8b", w: "fp8" })).toMatchObject({ w: "fp8" });
  for (const texts of [{ w: "fp8" }, { model: "llama-3.1-8b", w: "fp7" }, { model: "../x", w: "fp8" }])
    expect(parseCalculatorInputs("weights", texts)).toBeNull();
  expect(parseCalculatorInputs("weights", { model: "llama-3.1-8b", w: "fp8", rows: "1" })).toBeNull();
});
