import { expect, test } from "vitest";
import { calculatorParsers, invalidCalculatorInputs } from "./calculator-url";

test("numbers of a link are whole, positive and written plainly, but gigabytes", () => {
  for (const junk of ["0", "-1", "1.5", "1e3", "", "x"])
    expect(calculatorParsers.rows.parse(junk)).toBeNull();
  expect(calculatorParsers.rows.parse("1024")).toBe(1024);
  expect(calculatorParsers.pool.parse("47.62")).toBe(47.62);
  expect(calculatorParsers.pool.parse("0")).toBe(0);
});

test("what cannot be used is named", () => {
  const search = new URLSearchParams({ calc: "abacus", rows: "0", w: "fp8", gpu: "h100-sxm" });
  expect(invalidCalculatorInputs(search)).toEqual(["calc", "rows"]);
});

test("what the open calculator does not ask for is neither warned of nor carried along", () => {
  const search = new URLSearchParams({ calc: "matmul", ctx: "99999999999", rows: "1024" });
  expect(invalidCalculatorInputs(search)).toEqual([]);
  expect(invalidCalculatorInputs(new URLSearchParams({ calc: "kv-cache", ctx: "99999999999" }))).toEqual([
    "ctx",
  ]);
});
