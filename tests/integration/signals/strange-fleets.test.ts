/**
 * Generated deployments that are strange in several ways at once, on a real Prometheus: no false zero, no false "ok"
 * and no false reason. `npm run test:deep` runs 1,000 of them.
 */
import { expect, test } from "vitest";
import { judgeStrangeFleets } from "@/tests/support/histories/judge-strange-fleets";

test("makes no false statement about 40 strange deployments", async () => {
  expect(await judgeStrangeFleets(0, 40)).toEqual([]);
});

test("does not call a server OK whose requests never finish and that exposes no waiting requests", async () => {
  expect(await judgeStrangeFleets(735, 736)).toEqual([]);
});
