/**
 * Generated strange deployments of all engines on a real Prometheus: rows, headlines, panels, the data check and events
 * contain no false zero, no false "ok" and no false reason. `npm run test:deep` runs 1,000 of them.
 */
import { expect, test } from "vitest";
import { engineIds } from "@/lib/model/deployment/deployment";
import { judgeStrangeCases } from "@/tests/support/strange-engines/judge-cases";
import { judgeDoubleCases } from "@/tests/support/strange-engines/judge-double-cases";
import { coveredEngines, engineProfiles } from "@/tests/support/strange-engines/profiles";

test("makes no false statement about two strange deployments per engine", async () => {
  expect(await judgeStrangeCases(0, 2 * coveredEngines.length)).toEqual([]);
});

test("reads one name per target of a renamed histogram, and refuses a mean that its buckets do not allow", async () => {
  expect(await judgeDoubleCases(0, 20)).toEqual([]);
});

test("has a profile of each engine, or the reason why it has none", () => {
  expect(engineIds.filter((id) => engineProfiles[id] === undefined)).toEqual([]);
});
