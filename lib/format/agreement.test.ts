import { expect, test } from "vitest";
import { signalDefinition, signalIds } from "@/lib/model/signals/signals";
import { joinWithAnd } from "@/lib/base/join-sentences";
import { countWithNoun, isPlural, singularOrPlural } from "./agreement";

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

test("chooses the noun and verb that agree with a count", () => {
  expect(countWithNoun(1, "call")).toBe("1 call");
  expect(countWithNoun(0, "call")).toBe("0 calls");
  expect(countWithNoun(2_300, "query", "queries")).toBe("2,300 queries");
  expect(singularOrPlural(1, "is", "are")).toBe("is");
  expect(singularOrPlural(2, "is", "are")).toBe("are");
});

test("joins nouns with commas and a last and", () => {
  expect(joinWithAnd(["errors"])).toBe("errors");
  expect(joinWithAnd(["errors", "aborts"])).toBe("errors and aborts");
  expect(joinWithAnd(["KV pressure", "errors", "aborts"])).toBe("KV pressure, errors and aborts");
});
