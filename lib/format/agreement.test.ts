import { expect, test } from "vitest";
import { signalDefinition, signalIds } from "@/lib/model/signals/signals";
import { isPlural } from "./agreement";

test("treats exactly the short names of countable things as plural", () => {
  const labels = [...new Set(signalIds.map((id) => signalDefinition(id).label))];
  expect(labels.filter(isPlural).toSorted()).toEqual([
    "FLOPs",
    "aborts",
    "batch tokens",
    "batches",
    "connections",
    "drops",
    "errors",
    "heap hits",
    "index hits",
    "preemptions",
    "prefix hits",
    "requests",
    "retransmits",
    "samples",
    "tokens",
    "transactions",
  ]);
});

test("treats a statistic of many values as singular", () => {
  expect(isPlural("batch tokens p95")).toBe(false);
  expect(isPlural("TTFT mean")).toBe(false);
});
