/** The cases of `tests/integration/signals/strange-fleets.test.ts`, 1,000 of them. */
import { expect, test } from "vitest";
import { judgeStrangeFleets } from "@/tests/support/histories/judge-strange-fleets";

const caseCount = 1_000;
const perPrometheus = 50;

const batches = Array.from({ length: caseCount / perPrometheus }, (_, index) => index * perPrometheus);

test.each(batches)(
  "makes no false statement about the 50 strange deployments from number %i",
  async (from) => {
    expect(await judgeStrangeFleets(from, from + perPrometheus)).toEqual([]);
  },
);
