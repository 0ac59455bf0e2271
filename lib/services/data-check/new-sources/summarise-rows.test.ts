import { expect, test } from "vitest";
import type { CheckRow } from "@/lib/model/data-check";
import { summariseRows } from "./summarise-rows";

const row = (signal: CheckRow["signal"], more: Partial<CheckRow> = {}): CheckRow => ({
  signal,
  outcome: "without-data",
  reason: "metric-absent",
  detail: "The metric is missing.",
  howToEnable: null,
  value: null,
  caveat: null,
  queries: [],
  ...more,
});

test("separates signals with data, without traffic, and missing ones, which are never counted as zero", () => {
  const summary = summariseRows([
    row("running", { outcome: "with-data", reason: null, value: 0 }),
    row("waiting", { outcome: "with-data", reason: "frozen-gauge", value: 3 }),
    row("ttft", { reason: "no-traffic" }),
    row("tpot", { reason: "too-few-samples" }),
    row("kv-usage", { outcome: "error", reason: "query-failed", detail: "The query failed." }),
  ]);
  expect(summary).toEqual({
    available: ["running", "waiting"],
    withoutTraffic: ["ttft", "tpot"],
    missing: [
      { signals: ["kv-usage"], reason: "query-failed", detail: "The query failed.", howToEnable: null },
    ],
  });
});

test("joins signals with the same reason and fix, and lists those that a flag enables first", () => {
  const flag = { howToEnable: "Start vLLM with --enable-mfu-metrics." };
  const { missing } = summariseRows([
    row("running", { reason: "not-exposed", detail: "TGI does not expose it." }),
    row("waiting"),
    row("ttft", flag),
    row("kv-usage"),
    row("tpot", flag),
  ]);
  expect(missing.map(({ signals }) => signals)).toEqual([
    ["ttft", "tpot"],
    ["waiting", "kv-usage"],
    ["running"],
  ]);
});
