/** A random answer of any shape from a seed: rates that vary slowly, with occasional gaps. */
import type { Answer, AnswerSeries } from "@/lib/model/answer";
import { signalIds } from "@/lib/model/signals/signals";
import { createEmptyAnswer } from "@/tests/support/sample-data/empty-answer";
import { seeded } from "@/tests/support/histories/vllm-history";

export interface Shape {
  readonly points: number;
  readonly series: number;
}

const stepMs = 15_000;
const startMs = 1_800_000_000_000;

export function randomAnswer({ points, series }: Shape, seed: number): Answer {
  const random = seeded(seed);
  return createEmptyAnswer(
    { startMs, stepMs, pointCount: points },
    { series: Array.from({ length: series }, (_, index) => randomSeries(index, points, random)) },
  );
}

function randomSeries(index: number, points: number, random: () => number): AnswerSeries {
  let level = 0.1 + index * 0.05;
  const values = Array.from({ length: points }, () => {
    level = Math.max(0.01, level + (random() - 0.5) * 0.02);
    return Number(level.toPrecision(7));
  });
  return {
    signal: signalIds[index % signalIds.length] ?? "ttft",
    statistic: "value",
    unit: "seconds",
    values,
    absence: [],
    headline: { kind: "absent", reason: "not-yet-known", detail: "" },
  };
}
