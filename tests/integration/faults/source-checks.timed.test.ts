/** Checks of a source that hang: a later check decides, and the source is reported as up within 5 s after a hang. */
import { afterAll, beforeEach, expect, test } from "vitest";
import { systemClock } from "@/lib/server/upstream/system-clock";
import { checkSource } from "@/lib/services/installation/check-source";
import { watchSources } from "@/lib/services/installation/watch-sources";
import { getSourceHealth } from "@/lib/services/sources/source-health";
import { setUpFaultySource } from "@/tests/support/sources/faulty-source";
import { leaveServerEnvironment, useServerEnvironment } from "@/tests/support/server/server-environment";

const { proxy } = setUpFaultySource();
const withoutDatabase = { DATABASE_URL: "postgresql://nobody@127.0.0.1:9/none" };
const slug = "prometheus";
const healthOf = () => getSourceHealth(slug).kind;

beforeEach(() => useServerEnvironment({ ...withoutDatabase, PROMETHEUS_URL: proxy().url }));
afterAll(leaveServerEnvironment);

test("a check that hangs does not replace the result of a later check", async () => {
  await proxy().set({ kind: "hang" });
  const hanging = checkSource(slug);
  await expect.poll(() => proxy().counts().open).toBe(1);
  await proxy().set(null);
  expect((await checkSource(slug)).kind).toBe("up");
  // The hanging check returns the later result.
  expect((await hanging).kind).toBe("up");
  expect(healthOf()).toBe("up");
});

test("checks in the background report a source as up within 5 s after a hang", async () => {
  await watchSources();
  expect(healthOf()).toBe("up");
  await proxy().set({ kind: "hang" });
  const first = await checkSource(slug);
  expect(first.kind).toBe("down");
  // A further check begins, and hangs until its deadline after the fault has ended.
  await expect.poll(() => proxy().counts().open).toBeGreaterThan(0);
  await proxy().set(null);
  const clearedMs = systemClock.monotonicMs();
  await expect.poll(healthOf, { interval: 50 }).toBe("up");
  expect(systemClock.monotonicMs() - clearedMs).toBeLessThan(5_000);
});
