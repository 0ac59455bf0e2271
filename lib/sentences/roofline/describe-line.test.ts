import { expect, test } from "vitest";
import { batchCurve, findLimitBelowKnee, kneeLowerBound } from "@/lib/analysis/roofline/sweep/batch-curve";
import { judgeSweepLine } from "@/lib/analysis/roofline/sweep/judge-line";
import { sentenceText } from "@/lib/format/sentence-text";
import type { BatchCapacity } from "@/lib/analysis/roofline/sweep/batch-capacity";
import { lineSentence, unfittedLineSentence } from "./describe-line";

const lineText = (
  pairs: readonly (readonly [number, number])[],
  setBatch: number | null = null,
  held: BatchCapacity | null = null,
): string => {
  const fit = judgeSweepLine(pairs.map(([batch, ms]) => ({ batch, itlSeconds: ms / 1e3 })));
  if (fit.kind === "cannot-fit") return sentenceText(unfittedLineSentence(fit, true));
  const curve = batchCurve(fit);
  const maxBatch = Math.max(...pairs.map(([batch]) => batch));
  const beyond = findLimitBelowKnee(curve.kneeBatch?.value ?? kneeLowerBound(fit), {
    observedBatch: maxBatch,
    configuredBatch: setBatch,
    capacity: held,
  });
  return sentenceText(lineSentence({ fit, ...curve, limitBelowKnee: beyond }));
};

test("steps of one batch with different times are reported with their times and without a knee", () => {
  const health = Array.from({ length: 20 }, (_, at) => [4 + at, 12 + 0.15 * (4 + at)] as const);
  const sentenceOfLine = lineText([...health, [18, 27], [18.2, 41], [18.4, 56]]);
  expect(sentenceOfLine).toMatch(
    /^Steps with a batch size of 1[78] took from 14\.\d\sms to 56\.0\sms\. Something other/,
  );
  expect(sentenceOfLine).not.toContain("doubling");
});

test("expert reads that level off are named as the reason", () => {
  const search = [
    [6.6, 14.3],
    [11.7, 19.5],
    [16.6, 22.5],
    [23.8, 25.1],
    [28, 26],
  ] as const;
  expect(lineText(search)).toContain("Expert reads grow with the batch and level off");
});

test("a knee beyond a limit is not a number in the sentence", () => {
  const small = [2, 5, 9, 14, 19].map((batch) => [batch, 10 + 0.0219 * batch] as const);
  expect(lineText(small, 256)).toMatch(
    /\. Up to the configured maximum of 256, doubling the batch gains at least 10 % throughput\.$/,
  );
  expect(lineText(small)).toMatch(/\. Up to twice the largest observed batch of 19, doubling/);
  const large = [1, 20, 60, 120, 200].map((batch) => [batch, 10 + 0.2 * batch] as const);
  expect(lineText(large, 256, { limitedBy: "memory", batch: 210 })).toMatch(
    /\. Up to the 210 sequences of the current length that fit in memory, doubling/,
  );
  expect(lineText(large, 256, { limitedBy: "cache", batch: 210 })).toMatch(
    /\. Up to the 210 sequences of the current length that fit in the engine’s cache, doubling/,
  );
  expect(lineText(large, 256)).toMatch(
    /\. Above a batch size of 225, doubling the batch gains less than 10 % throughput\.$/,
  );
});

test("a step time that barely grows is reported as constant, without an uncertain slope", () => {
  const flat = [4, 5, 6, 7, 8, 9].map((batch, at) => [batch, 24.3 + (at % 2) / 10] as const);
  expect(lineText(flat)).toMatch(
    /^A step takes 24\.\d\sms at every batch size, ± 5 %\. Up to twice the largest observed batch of 9, doubling the batch gains at least 10 % throughput\.$/,
  );
});
