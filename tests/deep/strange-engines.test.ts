/** The cases of `tests/integration/signals/strange-engines.test.ts`, 1,000 of them, and 200 with renamed histograms. */
import { expect, test } from "vitest";
import { judgeStrangeCases } from "@/tests/support/strange-engines/judge-cases";
import { judgeDoubleCases } from "@/tests/support/strange-engines/judge-double-cases";

const perPrometheus = 50;
const batches = (count: number): readonly number[] =>
  Array.from({ length: count / perPrometheus }, (_, index) => index * perPrometheus);

test.each(batches(1_000))(
  "makes no false statement about the 50 strange cases from number %i",
  async (from) => {
    expect(await judgeStrangeCases(from, from + perPrometheus)).toEqual([]);
  },
);

test.each(batches(200))(
  "reads one name per target in the 50 renamed histograms from number %i",
  async (from) => {
    expect(await judgeDoubleCases(from, from + perPrometheus)).toEqual([]);
  },
);
