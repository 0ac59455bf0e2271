import { expect, test } from "vitest";
import { panels } from "@/components/signals/panels/panels";
import type { KnownUsualRange } from "@/lib/contracts/ranges/usual-ranges";
import type { Answer } from "@/lib/model/answer";
import { chooseKioskPanels, fitPanels, rankPanels } from "./rank-panels";

const limit = { value: 0.95, statistic: "value" } as const;
const displayedPanels = panels.map((panel) => (panel.id === "kv" ? { ...panel, limit } : panel));

function answerOf(id: string, value: number): Answer {
  const panel = displayedPanels.find((one) => one.id === id);
  const series = panel?.signals.map((signal) => ({
    signal,
    statistic: panel.headlineStatistic ?? panel.statistics[0],
    unit: "seconds",
    headline: { kind: "present", value, atMs: 0, windowMs: 300_000 },
  }));
  return { series } as unknown as Answer;
}

test("shows values over their limit first, then unusual values, then the most important signals", () => {
  const values = new Map([
    ["ttft", answerOf("ttft", 0.2)],
    ["e2e", answerOf("e2e", 90)],
    ["kv", answerOf("kv", 0.99)],
  ]);
  const range = { kind: "usual", lower: 1, upper: 9, centre: 5 };
  const ranges = { hours: [{ startMs: 0, range }] } as unknown as KnownUsualRange;
  const ranked = rankPanels(chooseKioskPanels(displayedPanels), {
    getAnswer: ({ id }) => values.get(id) ?? null,
    getUsualRange: ({ id }) => (id === "e2e" ? ranges : null),
  });
  expect(ranked.slice(0, 5).map(({ id }) => id)).toEqual(["kv", "e2e", "ttft", "tpot", "requests"]);
});

test("shows the first panels of a deployment without the usual signals", () => {
  const training = displayedPanels.filter(({ id }) => id === "phases" || id === "asleep");
  expect(chooseKioskPanels(training).map(({ id }) => id)).toEqual(["phases", "asleep"]);
});

test.each([
  [1_326, 440, { columns: 3, rows: 2 }],
  [983, 300, { columns: 3, rows: 1 }],
  [350, 240, { columns: 1, rows: 1 }],
])("an area of %d x %d fits a grid that does not scroll", (width, height, grid) => {
  const fitted = fitPanels(width, height);
  expect(fitted).toMatchObject(grid);
  const usedHeight = fitted.rows * (fitted.plotHeight + 116) + (fitted.rows - 1) * 24;
  expect(usedHeight).toBeLessThanOrEqual(height);
});

test("shows a row of panels on a screen that the verdict fills", () => {
  expect(fitPanels(350, 0)).toEqual({ columns: 1, rows: 1, plotHeight: 80 });
});
