import { expect, test } from "vitest";
import { unexplainedShare, type EvaluatedPlan } from "./assemble";
import { shareSumWarnings } from "./share-sum";

function share(signal: "queue-time" | "decode-time", values: readonly number[]): EvaluatedPlan {
  const columns = Float64Array.from(values);
  return {
    plan: {
      kind: "ratio",
      signal,
      statistic: "share-of-e2e",
      part: "p",
      total: "w",
      scale: 1,
      complement: false,
      countsRequests: false,
    },
    evaluated: { values: columns, bounds: null, n: null, basis: columns.map(() => 1) },
    headline: { kind: "present", value: values.at(-1) ?? 0, atMs: 0, windowMs: 300_000 },
  };
}

const shareOf = (count: number) => {
  const ones = new Float64Array(count).fill(1);
  return { up: ones, activity: ones, arrivals: ones };
};

test("phases that come to more than end-to-end time leave nothing unexplained to tell, and not none", () => {
  const rest = unexplainedShare(
    [share("queue-time", [0.1, 0.2]), share("decode-time", [0.8, 1.26])],
    shareOf(2),
  );
  expect(rest?.values).toEqual([0.1, null]);
  expect(rest?.headline).toMatchObject({ kind: "absent", detail: expect.stringContaining("146 %") });
});

test("rounding is no misfit", () => {
  const shares = [share("queue-time", [0.2]), share("decode-time", [0.805])];
  expect(unexplainedShare(shares, shareOf(1))?.values).toEqual([0]);
  expect(shareSumWarnings(shares, 20_000)).toEqual([]);
});

test("the doubt counts the points that do not fit among those that are known", () => {
  const shares = [share("queue-time", [0.1, 0.2, Number.NaN]), share("decode-time", [0.8, 1.26, 1.3])];
  expect(shareSumWarnings(shares, 20_000)).toMatchObject([
    {
      kind: "shares-exceed-total",
      detail: expect.stringMatching(
        /^At 1 of 2 points the phases come to more than all of E2E, at most 146 %/,
      ),
    },
  ]);
});
