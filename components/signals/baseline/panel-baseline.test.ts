import { expect, test } from "vitest";
import { panels, type Panel } from "@/components/signals/panels/panels";
import { describePanelBaseline, type ShownBaseline } from "./panel-baseline";

const panelOf = (id: string): Panel => panels.find((panel) => panel.id === id)!;
const baseline: ShownBaseline = {
  id: "b",
  label: "baseline Before, 3\u202fd old",
  measured: {
    distributions: [
      {
        signal: "tpot",
        unit: "seconds",
        n: 900,
        mean: 0.02,
        meanInterval: null,
        quantiles: [
          { quantile: 0.5, value: 0.02, lower: 0.019, upper: 0.021 },
          { quantile: 0.95, value: 0.03, lower: 0.025, upper: 0.035 },
        ],
        blockCount: 60,
      },
      {
        signal: "e2e",
        unit: "seconds",
        n: 900,
        mean: 2,
        meanInterval: null,
        quantiles: [{ quantile: 0.95, value: 9, lower: 8, upper: null }],
        blockCount: 60,
      },
      { signal: "ttft", unit: "seconds", n: 9, mean: 0.4, meanInterval: null, quantiles: [], blockCount: 9 },
    ],
    rates: [
      { signal: "requests", unit: "requests-per-second", perSecond: 4, n: 60 },
      { signal: "errors", unit: "requests-per-second", perSecond: 0.1, n: 60 },
      { signal: "output-tokens", unit: "tokens-per-second", perSecond: 800, n: 60 },
    ],
    gauges: [{ signal: "kv-usage", unit: "ratio", mean: 0.4, max: 0.8, n: 60 }],
  },
};
const levelOf = (id: string) => describePanelBaseline(panelOf(id), baseline)?.level;

test("a latency panel has the p95 with its interval, in the panel's unit", () => {
  expect(describePanelBaseline(panelOf("tpot"), baseline)).toEqual({
    level: {
      label: baseline.label,
      value: 30,
      interval: { lower: 25, upper: 35 },
      text: "30.0\u202fms (95\u202f% interval 25.0–35.0)",
    },
    summary: "baseline 30.0\u202fms",
    note: "Baseline Before, 3\u202fd old: TPOT p95 30.0\u202fms (95\u202f% interval 25.0–35.0).",
  });
  expect(levelOf("e2e")).toMatchObject({
    interval: { lower: 8, upper: null },
    text: "9.00\u202fs (95\u202f% interval from 8.00)",
  });
});

test.each([
  ["requests", 4],
  ["errors", 2.5],
  ["kv", 40],
])("the %s panel has a level without an interval", (id, value) => {
  expect(levelOf(id)).toMatchObject({ value, interval: null });
});

test("names the signal in a panel of several", () => {
  expect(describePanelBaseline(panelOf("tokens"), baseline)?.summary).toMatch(
    /^baseline of .*[Oo]utput.* 800\stokens\/s$/,
  );
});

test("states that the baseline lacks the panel's headline, instead of a level", () => {
  expect(describePanelBaseline(panelOf("ttft"), baseline)).toEqual({
    level: null,
    summary: "baseline: not measured",
    note: "Baseline Before, 3\u202fd old, has no TTFT p95: it was not measured in the baseline's window.",
  });
  expect(levelOf("aborts")).toBeNull();
});

test("shares of the request time have no baseline", () => {
  expect(describePanelBaseline(panelOf("phases"), baseline)).toBeUndefined();
});
