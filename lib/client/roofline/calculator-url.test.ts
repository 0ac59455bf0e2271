import { expect, test } from "vitest";
import { calculatorParsers, findInvalidCalculatorInputs } from "./calculator-url";

test("accepts positive integers in plain notation, and decimals for gigabytes only", () => {
  for (const junk of ["0", "-1", "1.5", "1e3", "", "x"])
    expect(calculatorParsers.rows.parse(junk)).toBeNull();
  expect(calculatorParsers.rows.parse("1024")).toBe(1024);
  expect(calculatorParsers.pool.parse("47.62")).toBe(47.62);
  expect(calculatorParsers.pool.parse("0")).toBe(0);
});

test("names parameters that are invalid", () => {
  const search = new URLSearchParams({ calc: "abacus", rows: "0", w: "fp8", gpu: "h100-sxm" });
  expect(findInvalidCalculatorInputs(search)).toEqual(["calc", "rows"]);
});

test("ignores parameters that the open calculator does not use", () => {
  const search = new URLSearchParams({ calc: "matmul", ctx: "99999999999", rows: "1024" });
  expect(findInvalidCalculatorInputs(search)).toEqual([]);
  expect(findInvalidCalculatorInputs(new URLSearchParams({ calc: "kv-cache", ctx: "99999999999" }))).toEqual([
    "ctx",
  ]);
});
