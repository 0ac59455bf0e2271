/** Queries for the usual range of a panel that is open all day: the past weeks once, then each completed hour. */
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { POST } from "@/app/api/v1/usual-ranges/route";
import type { UsualRangesResponse } from "@/lib/contracts/ranges/usual-ranges";
import { deleteProcessState } from "@/lib/server/process-state";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { registerSources } from "@/lib/services/sources/register-sources";
import { createMigratedDatabase, type TestDatabase } from "@/tests/support/server/database";
import { startPrometheus, type FrozenPrometheus } from "@/tests/support/sources/prometheus";
import { startQueryLog, type QueryLog } from "@/tests/support/sources/query-log";
import { leaveServerEnvironment, useServerEnvironment } from "@/tests/support/server/server-environment";

const hourMs = 3_600_000;
const minuteMs = 60_000;
/** Tuesday evening, shortly before and after midnight. */
const startMs = Date.UTC(2026, 8, 29, 20, 5);
const endMs = startMs + 6 * hourMs;
const weeksMs = 57 * 24 * hourMs;
const sampleMs = 600_000;

let own: TestDatabase;
let prometheus: FrozenPrometheus;
let log: QueryLog;

function history(): string {
  const lines = ["# TYPE vllm:num_requests_running gauge"];
  for (let atMs = endMs - weeksMs; atMs <= endMs; atMs += sampleMs) {
    const level = 10 + (Math.floor(atMs / hourMs) % 5);
    lines.push(
      `vllm:num_requests_running{instance="a",job="llm",model_name="chat"} ${level} ${atMs / 1_000}`,
    );
  }
  return [...lines, "# EOF\n"].join("\n");
}

beforeAll(async () => {
  own = await createMigratedDatabase();
  prometheus = await startPrometheus(history());
  log = await startQueryLog(prometheus.url);
  vi.useFakeTimers({ toFake: ["Date"], now: startMs });
  for (const name of ["clock-offset", "hourly-chunks", "hourly-in-flight", "series-reader"])
    deleteProcessState(name);
  useServerEnvironment({ DATABASE_URL: own.url, PROMETHEUS_URL: log.url });
  await registerSources();
  await discoverDeployments();
});
afterEach(() => log.clearQueries());
afterAll(async () => {
  vi.useRealTimers();
  await leaveServerEnvironment();
  log.close();
  await prometheus.stop();
  await own.drop();
});

type Range = UsualRangesResponse["ranges"][number];

async function requestRange(hours: number): Promise<Range> {
  const body = {
    deployment: "chat",
    window: { from: `now-${hours}h`, to: "now" },
    series: [{ signal: "running", statistic: "value" }],
  };
  const request = new Request("http://localhost:3000/api/v1/usual-ranges", {
    method: "POST",
    headers: { host: "localhost:3000", "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const response = await POST(request, { params: Promise.resolve({}) });
  const { ranges } = (await response.json()) as UsualRangesResponse;
  const [range] = ranges;
  if (range === undefined) throw new Error("the response has no range");
  return range;
}

/** Repeats the request like a page until the range is known. */
async function readUntilKnown(hours: number): Promise<void> {
  const range = await vi.waitUntil(
    async () => {
      const one = await requestRange(hours);
      return one.state === "pending" ? undefined : one;
    },
    { timeout: 60_000 },
  );
  expect(range.state).toBe("known");
}

const rangeQueries = () => log.listQueries().filter(({ path }) => path.endsWith("query_range"));

test("reads the past weeks once by hour, for any requested part of the day", async () => {
  await Promise.all([1, 3, 6, 6, 12, 24].map(readUntilKnown));
  expect(rangeQueries().length).toBeGreaterThan(0);
  // At most nine weeks, six days and the hours of today.
  expect(rangeQueries().length).toBeLessThanOrEqual(16);
  expect(new Set(rangeQueries().map(({ form }) => form.get("step")))).toEqual(new Set(["3600.000"]));
  const chunks = rangeQueries().map(
    ({ promql, form }) => `${promql} ${form.get("start")} ${form.get("end")}`,
  );
  expect(new Set(chunks).size).toBe(chunks.length);
});

test("reads nothing within an hour, one chunk per completed hour, and no full week at midnight", async () => {
  const costs = { inHour: [] as number[], afterHour: [] as number[] };
  for (let atMs = startMs + 5 * minuteMs; atMs <= endMs; atMs += 5 * minuteMs) {
    vi.setSystemTime(atMs);
    const before = rangeQueries().length;
    await Promise.all([1, 6, 24].map(readUntilKnown));
    const isNewHour = Math.floor(atMs / hourMs) > Math.floor((atMs - 5 * minuteMs) / hourMs);
    costs[isNewHour ? "afterHour" : "inHour"].push(rangeQueries().length - before);
  }
  expect(new Set(costs.inHour)).toEqual(new Set([0]));
  expect(costs.afterHour).toEqual([1, 1, 1, 1, 1, 1]);
  const longestHours = Math.max(
    ...rangeQueries().map(({ form }) => (Number(form.get("end")) - Number(form.get("start"))) / 3_600),
  );
  // At midnight one completed day, and no week.
  expect(longestHours).toBeLessThan(24);
});
