import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { CollectedValues } from "./collected-values";

const number = {
  kind: "number",
  label: "TPOT mean",
  value: 0.018,
  interval: { lower: 0.017, upper: 0.019 },
  unit: "seconds",
  displayUnit: "ms",
} as const;

test("n of a mean over time names its points, and other counts are plain numbers", () => {
  const values = [
    { ...number, n: 360, nNoun: "points" as const },
    { ...number, label: "TTFT p95", n: 1_204 },
  ];
  render(<CollectedValues name="Values" values={values} asOfMs={0} />);
  expect(screen.getByRole("row", { name: /^TPOT mean/ })).toHaveTextContent(/360 points$/);
  expect(screen.getByRole("row", { name: /^TTFT p95/ })).toHaveTextContent(/1,204$/);
});
