import { expect, test } from "vitest";
import {
  toMappingDrafts,
  findUnmappedSignals,
  createNextDraft,
  parseMappingDrafts,
  type MappingDraft,
} from "./mapping-drafts";

const draft = (change: Partial<MappingDraft>): MappingDraft => ({
  signal: "train-loss",
  kind: "gauge",
  metric: "loss",
  totalMetric: "",
  scale: "",
  labels: "",
  ...change,
});

test("converts saved mappings to drafts and back, in catalogue order", () => {
  const mappings = {
    "train-loss": { gauge: "loss", labels: { split: "train" } },
    "train-step-time": { histogram: "step_ms", scale: 0.001 },
    "train-data-wait": { counter: "wait_s", of: "wall_s" },
  };
  const drafts = toMappingDrafts(mappings);
  expect(drafts.map(({ signal }) => signal)).toEqual(["train-step-time", "train-loss", "train-data-wait"]);
  expect(parseMappingDrafts(drafts)).toEqual({ mappings, draftErrors: [null, null, null] });
});

test.each([
  ["no metric", {}, draft({ metric: " " }), /^Enter a metric name\.$/],
  ["no name", {}, draft({ metric: "a b" }), /^“a b” is not a valid metric name\.$/],
  ["a factor of zero", {}, draft({ scale: "0" }), /^The factor must be greater than 0\.$/],
  [
    "invalid labels",
    {},
    draft({ labels: "split=train" }),
    /^The value after “split=” is missing or has no quotes/,
  ],
  [
    "a rate of a gauge",
    {},
    draft({ signal: "train-tokens", metric: "t" }),
    /^A rate cannot be computed from a gauge; name a counter/,
  ],
  ["a level of a counter", {}, draft({ kind: "counter" }), /^A level cannot be computed from a counter/],
  [
    "a share without a total",
    {},
    draft({ signal: "train-data-wait", kind: "counter", metric: "w" }),
    /^Is a share, but its total is not named/,
  ],
] as const)("reports %s and returns no mappings", (_what, _none, one, error) => {
  const read = parseMappingDrafts([draft({ signal: "train-step-time", metric: "step" }), one]);
  expect(read.mappings).toBeNull();
  expect(read.draftErrors).toEqual([null, expect.stringMatching(error)]);
});

test("keeps the total metric only for shares", () => {
  expect(parseMappingDrafts([draft({ totalMetric: "not a name" })]).mappings).toEqual({
    "train-loss": { gauge: "loss" },
  });
});

test("adds a draft for the first unmapped signal until all signals are mapped", () => {
  let drafts: readonly MappingDraft[] = [];
  for (let next = createNextDraft(drafts); next !== undefined; next = createNextDraft(drafts))
    drafts = [...drafts, next];
  expect(new Set(drafts.map(({ signal }) => signal)).size).toBe(drafts.length);
  expect(findUnmappedSignals(drafts)).toEqual([]);
});
