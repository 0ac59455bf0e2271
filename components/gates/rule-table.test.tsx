import { render, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { RuleResult } from "@/lib/model/gate/gate-result";
import { RuleTable } from "./rule-table";

const estimate = (value: number) => ({ value, lower: value * 0.98, upper: value * 1.02, n: 5_400 });
const slow: RuleResult = {
  signal: "ttft",
  statistic: "p95",
  maxRegressionRatio: 0.1,
  unit: "seconds",
  verdict: "fail",
  baseline: estimate(0.36),
  window: estimate(0.45),
  regression: { value: 0.25, lower: -0.3, upper: null },
  resolution: { lower: 0.25, upper: 0.5 },
  exact: [
    {
      aboveEdge: null,
      verdict: "fail",
      baseline: estimate(0.2),
      window: estimate(0.3),
      regression: { value: 0.5, lower: 0.45, upper: 0.56 },
      undecidedReason: null,
    },
    {
      aboveEdge: 0.25,
      verdict: "undecided",
      baseline: estimate(0.1),
      window: estimate(0.2),
      regression: null,
      undecidedReason: { kind: "no-base" },
    },
  ],
  undecidedReason: null,
};

const plain = (text: string | null): string => (text ?? "").replaceAll("\u202f", " ");

// Cells repeat their column title, which phones show.
test("shows a rule with its resolution, and the exact numbers that were judged instead", () => {
  render(<RuleTable result={{ rules: [slow], obstacles: [] }} />);
  const rows = within(screen.getByRole("region", { name: "Rules, table" }))
    .getAllByRole("row")
    .map((row) =>
      within(row)
        .queryAllByRole("cell")
        .map((cell) => plain(cell.textContent)),
    );
  const [rule, mean, share] = rows.filter((cells) => cells.length > 0);
  expect(rule?.join(" | ")).toContain(
    "Fail | Limit10 % | Regression25 % | 95 % intervalfrom −30 % | Baseline0.360 s | Window0.450 s | n5,400 | Resolutionin 0.25–0.5 s",
  );
  expect(mean?.join(" | ")).toContain(
    "Regression50 % | 95 % interval45 % to 56 % | Baseline0.200 s | Window0.300 s | n5,400 | Resolutionexact",
  );
  expect(share?.join(" | ")).toContain(
    "Undecided | Limit10 % | Regressionno data | 95 % intervalno data | Baseline10.0 % | Window20.0 %",
  );
  expect(screen.getByText(/instead: share of requests with a TTFT above 0\.25/)).toBeVisible();
});

test("no rule passes or fails if the data prevent a verdict", () => {
  const passed: RuleResult = { ...slow, verdict: "pass", exact: [], resolution: null };
  const obstacles = [{ kind: "load", measure: "requestsPerInstance", ratio: 5.94 } as const];
  render(<RuleTable result={{ rules: [passed, { ...slow, signal: "e2e" }], obstacles }} />);
  const table = screen.getByRole("region", { name: "Rules, table" });
  expect(within(table).getAllByText("No verdict")).toHaveLength(4);
  expect(within(table).queryByText(/^(Pass|Fail)$/)).toBeNull();
});
