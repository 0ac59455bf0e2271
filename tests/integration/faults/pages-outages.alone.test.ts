/** Pages during outages of a source, except those that take long. */
import { expect, test } from "vitest";
import {
  expectNoZero,
  runOutage,
  getContentsAtStart,
  outages,
  setUpFaultPages,
  slowOutages,
} from "@/tests/support/server/fault-pages";
import { requestCount } from "@/tests/support/traces/traced-requests";

setUpFaultPages();

test("the fixture shows every page, without zeros", () => {
  expect(getContentsAtStart().roofline.pools.length).toBeGreaterThan(0);
  expect(getContentsAtStart().traces.newest?.traces).toHaveLength(requestCount);
  expectNoZero(getContentsAtStart());
});

test.each(outages.filter(([name]) => !slowOutages.includes(name)))(
  "%s: the last contents stay with their age and the reason, and are renewed in time",
  async (name, code) => {
    const { tookMs, limitMs } = await runOutage(name, code);
    expect(tookMs).toBeLessThan(limitMs);
  },
);
