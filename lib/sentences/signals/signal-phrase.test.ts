import { expect, test } from "vitest";
import { signalIds } from "@/lib/model/signals/signals";
import { signalPhrase } from "./signal-phrase";

test("latencies have their abbreviation, other signals their title", () => {
  expect((["ttft", "tpot", "itl", "e2e"] as const).map(signalPhrase)).toEqual(["TTFT", "TPOT", "ITL", "E2E"]);
  expect(
    (["gpu-memory-used", "gpu-memory-free", "queue-time", "kv-usage"] as const).map(signalPhrase),
  ).toEqual(["GPU memory used", "GPU memory free", "queue time", "KV cache in use"]);
});

test("no two signals have the same name", () => {
  expect(new Set(signalIds.map(signalPhrase)).size).toBe(signalIds.length);
});
