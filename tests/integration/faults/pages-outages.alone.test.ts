/** Pages during outages of a source, except the one that takes long. */
import { expect, test } from "vitest";
import {
  expectNoZero,
  knownContents,
  outages,
  recoveryLimitMs,
  runOutage,
  setUpFaultPages,
  slowOutage,
} from "@/tests/support/server/fault-pages";
import { requestCount } from "@/tests/support/traces/traced-requests";

setUpFaultPages();

test("the fixture shows every page, without zeros", () => {
  expect(knownContents().roofline.pools.length).toBeGreaterThan(0);
  expect(knownContents().traces.newest?.traces).toHaveLength(requestCount);
  expectNoZero(knownContents());
});

test.each(outages.filter(([name]) => name !== slowOutage))(
  "%s: the last contents stay with their age and the reason, and are renewed in time",
  async (name, code) => {
    expect(await runOutage(name, code)).toBeLessThan(recoveryLimitMs);
  },
);
