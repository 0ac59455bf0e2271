import { expect, test } from "vitest";
import type { Answer } from "@/lib/model/answer";
import { layOutImage, provenanceLines } from "./image-layout";

const measure = (text: string): number => text.length * 6;
const words = {
  title: "TTFT",
  summary: "p95 0.41 s; mean 0.3. Last 5 min, n = 12.",
  provenance: ["Window", "Source"],
};

test("places title and summary above the chart and the source below, without overlaps", () => {
  const { textLines, chartY, height } = layOutImage(words, { width: 600, height: 150, measure });
  const above = textLines.filter(({ y }) => y < chartY);
  const below = textLines.filter(({ y }) => y > chartY + 150);
  expect(above.map(({ style }) => style)).toEqual(["title", "line"]);
  expect(below.map(({ text }) => text)).toEqual(["Window", "Source"]);
  expect(Math.max(...textLines.map(({ y }) => y))).toBeLessThan(height);
});

test("wraps a long summary between words without losing any", () => {
  const { textLines, width } = layOutImage(words, { width: 120, height: 50, measure });
  const rows = textLines.filter(({ style }) => style === "line");
  expect(rows.length).toBeGreaterThan(1);
  expect(rows.map(({ text }) => text).join(" ")).toBe(words.summary);
  for (const { text } of rows) expect(measure(text)).toBeLessThanOrEqual(120);
  expect(width).toBe(152);
});

test("leaves no empty line without a summary", () => {
  const { textLines } = layOutImage({ ...words, summary: "" }, { width: 600, height: 50, measure });
  expect(textLines.map(({ style }) => style)).toEqual(["title", "provenance", "provenance"]);
});

test("names window, time zone, step, source, version and time of the data", () => {
  const answer = {
    window: { startMs: Date.UTC(2026, 10, 21, 8), endMs: Date.UTC(2026, 10, 21, 14) },
    stepMs: 60_000,
    source: { slug: "main", kind: "prometheus", version: "3.5.0" },
    engine: { id: "vllm", version: null },
    asOfMs: Date.UTC(2026, 10, 21, 14, 0, 5),
    stale: null,
  } as unknown as Answer;
  expect(provenanceLines(answer, "UTC")).toEqual([
    "Window Sat 21 Nov, 08:00 to Sat 21 Nov, 14:00 UTC, step 1\u202fmin",
    "Source main (Prometheus 3.5.0), engine vllm, data of Sat 21 Nov, 14:00:05 UTC",
  ]);
});
