import { expect, test } from "vitest";
import type { Reading } from "@/lib/model/reading";
import { trainingSentence, type TrainingReadings } from "./training-sentence";

const is = (value: number): Reading => ({ kind: "present", value, atMs: 0, windowMs: 300_000 });
const none: Reading = {
  kind: "absent",
  reason: "not-exposed",
  detail: "No metric is mapped to this signal.",
};
const nothing: TrainingReadings = {
  "train-batches": none,
  "train-step-time": none,
  "train-samples": none,
  "train-tokens": none,
  "train-loss": none,
  "train-data-wait": none,
  "train-allreduce-time": none,
  "train-allreduce-share": none,
};

function textOf(training: TrainingReadings): string {
  return trainingSentence({ slug: "job", status: "ok", training })
    .map((part) =>
      part.kind === "number" ? `<${part.value} of ${part.signal}>` : "text" in part ? part.text : "",
    )
    .join("");
}

test("reports the steps, throughput, loss and waits of a running job with links to their panels", () => {
  const expected = {
    "train-batches": is(4),
    "train-step-time": is(0.25),
    "train-samples": is(128),
    "train-tokens": is(16_384),
    "train-loss": is(2.5),
    "train-data-wait": is(0.2),
    "train-allreduce-time": is(0.05),
    "train-allreduce-share": is(0.1),
  };
  expect(textOf(expected)).toBe(
    "Training: batches <4 of train-batches>, <0.25 of train-step-time> a step, samples <128 of train-samples>, <16384 of train-tokens>, <2.5 of train-loss>, <0.05 of train-allreduce-time> an all-reduce, <0.2 of train-data-wait> waiting for data, <0.1 of train-allreduce-share> in all-reduce, over the last 5 min.",
  );
});

test("leaves unknown values out of the sentence", () => {
  expect(textOf({ ...nothing, "train-loss": is(2.5) })).toBe(
    "Training: <2.5 of train-loss>, over the last 5 min.",
  );
  const young: Reading = { kind: "present", value: 4, atMs: 0, windowMs: 30_000 };
  expect(textOf({ ...nothing, "train-batches": young, "train-loss": is(2.5) })).toMatch(
    /, over the last 5 min \(rates: last 30 s\)\.$/,
  );
  expect(textOf(nothing)).toBe("Training: steps were completed within the last 10 min.");
});
