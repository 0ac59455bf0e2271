import { expect, test } from "vitest";
import { comparisonContract } from "@/lib/contracts/comparisons";
import { evidenceQuestion } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";

const side = "baseline:01900000-0000-7000-8000-000000000000";
const sides = { before: side, after: side, statistic: "p95", factor: "load:1:2" };

test("stored evidence with values of load stays readable, and a new request with them is refused", () => {
  const question = { endpoint: "comparison", ...sides, isStrict: false };
  expect(evidenceQuestion.safeParse(question).success).toBe(true);
  expect(comparisonContract.query.safeParse(sides).error?.issues[0]?.message).toContain(
    "or load, which has no values",
  );
});
