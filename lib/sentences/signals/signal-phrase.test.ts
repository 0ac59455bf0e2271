import { expect, test } from "vitest";
import { signalIds } from "@/lib/model/signals/signals";
import { signalPhrase, signalWithArticle } from "./signal-phrase";

test("latencies have their abbreviation, other signals their title", () => {
  expect((["ttft", "tpot", "itl", "e2e"] as const).map(signalPhrase)).toEqual(["TTFT", "TPOT", "ITL", "E2E"]);
  expect(
    (["gpu-memory-used", "gpu-memory-free", "queue-time", "kv-usage"] as const).map(signalPhrase),
  ).toEqual(["GPU memory used", "GPU memory free", "queue time", "KV cache in use"]);
});

test("the article follows the sound of the name", () => {
  expect((["ttft", "e2e", "itl", "queue-time", "output-length"] as const).map(signalWithArticle)).toEqual([
    "a TTFT",
    "an E2E",
    "an ITL",
    "a queue time",
    "an output length",
  ]);
});

test("no two signals have the same name", () => {
  expect(new Set(signalIds.map(signalPhrase)).size).toBe(signalIds.length);
});
