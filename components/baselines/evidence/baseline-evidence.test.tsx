import { render, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { EvidenceData } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import { fixtureBaseline } from "../fixtures";
import { BaselineEvidence } from "./baseline-evidence";
import { createBaselineSubject } from "./baseline-subject";

const window = { startMs: 1_780_000_000_000, endMs: 1_780_007_200_000 };

test("draws the stored numbers of a baseline", () => {
  const data: EvidenceData = {
    endpoint: "baseline",
    detail: {
      asOfMs: window.endMs,
      baseline: fixtureBaseline,
      measured: {
        distributions: [
          {
            signal: "ttft",
            unit: "seconds",
            n: 1_200,
            mean: 0.25,
            meanInterval: { lower: 0.24, upper: 0.26 },
            quantiles: [],
            blockCount: 120,
          },
        ],
        rates: [],
        gauges: [],
      },
      document: null,
    },
  };
  render(<BaselineEvidence data={data} />);
  const section = screen.getByRole("region", { name: "Latency and lengths" });
  expect(within(section).getByRole("table")).toHaveTextContent("1,200");
});

test("a baseline is kept with its window, and links to its page", () => {
  expect(createBaselineSubject(fixtureBaseline, window)).toMatchObject({
    question: { endpoint: "baseline", baselineId: fixtureBaseline.id },
    window,
    opening: { kind: "chart", path: `/baselines/${fixtureBaseline.id}` },
  });
});
