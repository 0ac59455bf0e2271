import { expect, test } from "vitest";
import { splitRemedy } from "./remedy";

test.each([
  ["Start vLLM with --enable-mfu-metrics.", "--enable-mfu-metrics"],
  ["Start SGLang with --enable-metrics --enable-mfu-metrics.", "--enable-metrics --enable-mfu-metrics"],
  ["Start vLLM with speculative decoding, such as --speculative-config.", "--speculative-config"],
  [
    "Start postgres_exporter with --collector.stat_statements, and PostgreSQL with it.",
    "--collector.stat_statements",
  ],
  [
    "Start Triton with --metrics-config histogram_latencies=true; only streaming models have it.",
    "--metrics-config histogram_latencies=true",
  ],
  ["Run prefill and decode on separate instances (--disaggregation-mode).", "--disaggregation-mode"],
  ["--level=full", "--level=full"],
])("finds the text to copy in: %s", (remedy, literal) => {
  const parts = splitRemedy(remedy);
  expect(parts.flags).toBe(literal);
  expect(`${parts.textBefore}${parts.flags}${parts.textAfter}`).toBe(remedy);
});

test("finds nothing to copy in a remedy without a flag", () => {
  const remedy = "Connect the gateway to its workers over gRPC.";
  expect(splitRemedy(remedy)).toEqual({ textBefore: remedy, flags: null, textAfter: "" });
});
