/**
 * The server's clock is set back, as time synchronisation does: pages keep their contents, no age is negative, and
 * durations are right, because they come from a clock that never decreases.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { nowMs } from "@/lib/server/clock";
import { allowNextRead } from "@/lib/server/upstream/upstream";
import {
  findJudgedRow,
  openPageFixture,
  type PageFixture,
  type Pages,
} from "@/tests/support/server/page-fixture";

let stage: PageFixture;

beforeAll(async () => {
  stage = await openPageFixture();
});
afterAll(() => stage.close());

async function loadCurrent(): Promise<Pages> {
  let pages = await stage.load();
  await expect
    .poll(
      async () => {
        pages = await stage.load();
        const { signals, roofline, overview } = pages;
        return [signals.state, signals.answer?.stale, roofline.state, findJudgedRow(overview).stale];
      },
      // Far less than the step of the clock.
      { timeout: 60_000 },
    )
    .toEqual(["answered", null, "answered", null]);
  return pages;
}

function contentsOf(pages: Pages) {
  const { signals, roofline, overview } = pages;
  if (signals.answer === undefined || roofline.state !== "answered") throw new Error("a page is blank");
  return { answer: signals.answer, row: findJudgedRow(overview), roofline };
}

test("a clock that is set back five minutes leaves no blank page and no negative age", async () => {
  contentsOf(await loadCurrent());
  stage.advanceClock(-300_000);
  const { answer, row, roofline } = contentsOf(await loadCurrent());
  expect([answer.stale, row.sourceError, roofline.stale]).toEqual([null, null, null]);
  expect(answer.series[0]?.headline.kind).toBe("present");
  expect(answer.series[0]?.values.at(-1)).not.toBeNull();
  for (const { asOfMs } of [answer, row, roofline]) expect(nowMs() - asOfMs).toBeGreaterThanOrEqual(0);
});

test("during an outage, a clock that is set back does not delay the recovery", async () => {
  await loadCurrent();
  await stage.prometheus.set({ kind: "down" });
  stage.advanceClock(15_000);
  await expect
    .poll(async () => findJudgedRow((await stage.load()).overview).stale?.code)
    .toBe("source-unreachable");
  stage.advanceClock(-300_000);
  await stage.prometheus.set(null);
  allowNextRead("prometheus");
  const { answer, row } = contentsOf(await loadCurrent());
  expect([answer.stale, row.stale]).toEqual([null, null]);
  for (const { asOfMs } of [answer, row]) expect(nowMs() - asOfMs).toBeGreaterThanOrEqual(0);
});
