import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { signals } from "@/lib/model/signals/signals";
import { listComparedStatistics } from "@/lib/model/comparison/compared-statistic";
import { formatGateRule, maxGateRules, parseGateRule, parseGateRules } from "./gate-rule";

const errorOf = (text: string): string | undefined => {
  const parsed = parseGateRule(text);
  return parsed.ok ? undefined : parsed.error;
};

describe("a rule", () => {
  test.each([
    ["ttft.p95=10%", { signal: "ttft", statistic: "p95", maxRegressionRatio: 0.1 }],
    ["tpot.mean=5%", { signal: "tpot", statistic: "mean", maxRegressionRatio: 0.05 }],
    [" e2e.p99=12.5% ", { signal: "e2e", statistic: "p99", maxRegressionRatio: 0.125 }],
    ["errors=10%", { signal: "errors", statistic: "ratio-to-requests", maxRegressionRatio: 0.1 }],
    ["throughput=5%", { signal: "output-tokens", statistic: "rate", maxRegressionRatio: 0.05 }],
    ["queue-time.p50=200%", { signal: "queue-time", statistic: "p50", maxRegressionRatio: 2 }],
    ["kv-usage=10%", { signal: "kv-usage", statistic: "value", maxRegressionRatio: 0.1 }],
  ])("%s", (text, rule) => {
    expect(parseGateRule(text)).toEqual({ ok: true, value: rule });
  });

  test.each([
    ["ttft", /“ttft” is not a rule\. Write a signal, a statistic and a limit, such as ttft\.p95=10%\./],
    ["ttft=10%", /ttft needs a statistic: ttft\.p50, ttft\.p90, ttft\.p95, ttft\.p99, ttft\.mean\./],
    ["ttft.p98=10%", /“p98” is not a statistic of ttft\. Available: ttft\.p50/],
    ["ttft.rate=10%", /“rate” is not a statistic of ttft/],
    ["queue_time.p95=10%", /There is no signal “queue_time”\. Write queue-time\./],
    ["latency.p95=10%", /There is no signal “latency”\. Signals are listed in docs\/signals\.md\./],
    ["requests=10%", /A gate cannot judge requests: neither a lower nor a higher value is better\./],
    ["prompt-length.p95=10%", /A gate cannot judge prompt-length/],
    ["ttft.p95=10", /The limit “10” must be a percentage such as 10%/],
    ["ttft.p95=0%", /more than 0 % and at most 1000 %/],
    ["ttft.p95=1001%", /more than 0 % and at most 1000 %/],
    ["throughput=100%", /more than 0 % and less than 100 %/],
    ["ttft.p95=-5%", /The limit “-5%”/],
  ])("%s is refused with a reason", (text, reason) => {
    expect(errorOf(text)).toMatch(reason);
  });

  test("property: a formatted rule is read as the same rule, for every signal that can be gated", () => {
    const gated = signals.filter(({ better }) => better !== "neither");
    const rule = fc.constantFrom(...gated).chain(({ id, better }) =>
      fc.record({
        signal: fc.constant(id),
        statistic: fc.constantFrom(...listComparedStatistics(id)),
        maxRegressionRatio: fc
          .integer({ min: 1, max: better === "higher" ? 99_999 : 1_000_000 })
          .map((thousandths) => thousandths / 100_000),
      }),
    );
    fc.assert(
      fc.property(rule, (one) => {
        const parsed = parseGateRule(formatGateRule(one));
        expect(parsed).toMatchObject({
          ok: true,
          value: { signal: one.signal, statistic: one.statistic },
        });
        expect(parsed.ok && parsed.value.maxRegressionRatio).toBeCloseTo(one.maxRegressionRatio, 9);
      }),
    );
  });

  test("property: any text gives a rule that can be formatted, or a sentence", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const parsed = parseGateRule(text);
        expect(parsed.ok ? parseGateRule(formatGateRule(parsed.value)) : parsed).toEqual(parsed);
        expect(parsed.ok ? "." : parsed.error).toMatch(/\.$/);
      }),
    );
  });
});

test("a gate has 1 to 20 rules, each for another statistic", () => {
  expect(parseGateRules([])).toMatchObject({ ok: false });
  expect(parseGateRules(["ttft.p95=10%", "ttft.mean=10%"])).toMatchObject({ ok: true });
  expect(parseGateRules(["errors=10%", "errors.ratio-to-requests=5%"])).toEqual({
    ok: false,
    error: "errors.ratio-to-requests has two limits.",
  });
  const many = Array.from({ length: maxGateRules + 1 }, () => "ttft.p95=10%");
  expect(parseGateRules(many)).toEqual({ ok: false, error: "A gate has at most 20 rules." });
});
