import { expect, test } from "vitest";
import { engineById } from "@/lib/engines";
import { listPlanQueries } from "./plan";
import { compileTestPlan } from "@/tests/support/histories/engine-plan";
import type { Recipe } from "@/lib/engines/definitions/recipe";

const failures = { names: ["failures"], zeroWhilePresent: { names: ["successes"] } };
const rateOf = (name: string): string => `sum(rate(${name}{model_name="m",job="j"}[60s]))`;

function queries(signal: "aborts" | "requests" | "prefix-hit", recipe: Recipe): readonly string[] {
  const vllm = engineById("vllm");
  const statistic = signal === "prefix-hit" ? "value" : "rate";
  return listPlanQueries(
    compileTestPlan({ ...vllm, signals: { ...vllm.signals, [signal]: recipe } }, signal, statistic),
  );
}

test("reports zero for a counter that appears with its first event while its companion exists", () => {
  expect(queries("aborts", { kind: "counter", alternatives: [failures] })).toEqual([
    `${rateOf("failures")} or (0 * ${rateOf("successes")})`,
  ]);
});

test("keeps the zero proved by a companion in a sum of counters", () => {
  expect(
    queries("requests", {
      kind: "counter",
      alternatives: [{ names: ["successes"] }],
      addedCounters: [failures],
    }),
  ).toEqual([`${rateOf("successes")} + (${rateOf("failures")} or (0 * ${rateOf("successes")}))`]);
});

test("treats a numerator that appears with its first event as zero, not unknown", () => {
  expect(
    queries("prefix-hit", {
      kind: "rate-ratio",
      numerators: [failures],
      denominators: [{ names: ["successes"] }],
    }),
  ).toEqual([`${rateOf("failures")} or (0 * ${rateOf("successes")})`, rateOf("successes")]);
});
