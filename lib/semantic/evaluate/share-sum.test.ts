import { expect, test } from "vitest";
import { createUnexplainedShare, type EvaluatedPlan } from "./answer-series";
import { findShareSumWarnings } from "./share-sum";

function share(signal: "queue-time" | "decode-time", values: readonly number[]): EvaluatedPlan {
  const columns = Float64Array.from(values);
  return {
    plan: {
      kind: "ratio",
      signal,
      statistic: "share-of-e2e",
      numeratorQuery: "p",
      denominatorQuery: "w",
      scale: 1,
      isComplement: false,
      isRatioToRequests: false,
    },
    planResult: {
      values: columns,
      bucketBounds: null,
      observationCounts: null,
      denominators: columns.map(() => 1),
    },
    headline: { kind: "present", value: values.at(-1) ?? 0, atMs: 0, windowMs: 300_000 },
  };
}

const shareOf = (count: number) => {
  const ones = new Float64Array(count).fill(1);
  return { up: ones, requestsInFlight: ones, activityPerSecond: ones };
};

test("reports an absent unexplained share, not zero, when phases exceed end-to-end time", () => {
  const rest = createUnexplainedShare(
    [share("queue-time", [0.1, 0.2]), share("decode-time", [0.8, 1.26])],
    shareOf(2),
  );
  expect(rest?.values).toEqual([0.1, null]);
  expect(rest?.headline).toMatchObject({ kind: "absent", detail: expect.stringContaining("146 %") });
});

test("ignores differences from rounding", () => {
  const shares = [share("queue-time", [0.2]), share("decode-time", [0.805])];
  expect(createUnexplainedShare(shares, shareOf(1))?.values).toEqual([0]);
  expect(findShareSumWarnings(shares, 20_000)).toEqual([]);
});

test("counts the points with an excess among the known points in the warning", () => {
  const shares = [share("queue-time", [0.1, 0.2, Number.NaN]), share("decode-time", [0.8, 1.26, 1.3])];
  expect(findShareSumWarnings(shares, 20_000)).toMatchObject([
    {
      kind: "shares-exceed-total",
      detail: expect.stringMatching(
        /^At 1 of 2 points, the phases add up to more than E2E: up to 146 % of E2E\./,
      ),
    },
  ]);
});
