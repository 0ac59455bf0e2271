import { expect, test } from "vitest";
import { engineById } from "@/lib/engines";
import { queriesOf } from "./plan";
import { planOf } from "@/tests/support/engine-plan";
import type { Recipe } from "@/lib/engines/recipe";

const failures = { names: ["failures"], zeroBeside: { names: ["successes"] } };
const rateOf = (name: string): string => `sum(rate(${name}{model_name="m",job="j"}[60s]))`;

function queries(signal: "aborts" | "requests" | "prefix-hit", recipe: Recipe): readonly string[] {
  const vllm = engineById("vllm");
  const statistic = signal === "prefix-hit" ? "value" : "rate";
  return queriesOf(planOf({ ...vllm, signals: { ...vllm.signals, [signal]: recipe } }, signal, statistic));
}

test("a counter that appears with its first event is zero while its companion is there", () => {
  expect(queries("aborts", { kind: "counter", alternatives: [failures] })).toEqual([
    `${rateOf("failures")} or (0 * ${rateOf("successes")})`,
  ]);
});

test("what is added keeps the zero its companion proves", () => {
  expect(
    queries("requests", { kind: "counter", alternatives: [{ names: ["successes"] }], plus: [failures] }),
  ).toEqual([`${rateOf("successes")} + (${rateOf("failures")} or (0 * ${rateOf("successes")}))`]);
});

test("a part of a ratio that appears with its first event is zero of the whole, not unknown", () => {
  expect(
    queries("prefix-hit", { kind: "rate-ratio", parts: [failures], totals: [{ names: ["successes"] }] }),
  ).toEqual([`${rateOf("failures")} or (0 * ${rateOf("successes")})`, rateOf("successes")]);
});
