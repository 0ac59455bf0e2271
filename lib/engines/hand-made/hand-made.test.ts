/** What is easily wrong of a hand-made service: errors that were never counted, levels nobody tells. */
import { expect, test } from "vitest";
import { queriesOf } from "@/lib/semantic/plan";
import { numberOf, planOf } from "@/tests/support/engine-plan";
import { handmade } from "./index";

test("errors are zero while requests are counted, and divide by them", () => {
  expect(queriesOf(planOf(handmade, "errors", "rate"))).toEqual([
    'sum(rate(llm_errors_total{job="j"}[60s])) or (0 * sum(rate(llm_requests_total{job="j"}[60s])))',
  ]);
  expect(numberOf(planOf(handmade, "errors", "ratio-to-requests"), [1, 40])).toBe(0.025);
});

test("what it does not tell is not exposed, never zero", () => {
  expect(planOf(handmade, "waiting", "value")).toMatchObject({ kind: "absent", reason: "not-exposed" });
});
