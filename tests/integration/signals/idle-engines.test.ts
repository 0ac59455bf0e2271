/**
 * Engines without any request since their start, on a real Prometheus: most series appear with the first request.
 * They have no traffic, but no metric is missing.
 */
import { allSources } from "@/lib/model/sources/source-scope";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemPrincipal } from "@/lib/server/principal";
import { checkDeployment } from "@/lib/services/data-check/check-deployment";
import { isCheckFailing } from "@/lib/services/data-check/judge-survey";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { getCachedDeploymentSnapshot } from "@/lib/services/deployments/known-deployments";
import { readOverview } from "@/lib/services/overview/read-overview";
import { openFrozenFixture, type FrozenFixture } from "@/tests/support/server/frozen-fixture";

const endMs = Date.UTC(2026, 9, 1, 12);
const spacingMs = 15_000;
const scrapes = 80;

/** As in `lib/engines/dynamo/samples/1.4.0-idle`, and SGLang's scheduler between requests. */
const gauges = [
  ['up{job="dynamo",instance="d:8000"}', 1],
  ['dynamo_frontend_model_context_length{model="toy-8b",job="dynamo",instance="d:8000"}', 0],
  ['dynamo_frontend_model_total_kv_blocks{model="toy-8b",job="dynamo",instance="d:8000"}', 2_000],
  ['up{job="sglang",instance="s:30000"}', 1],
  ...["num_running_reqs", "num_queue_reqs", "token_usage"].map(
    (name) =>
      [
        `sglang:${name}{model_name="small-8b",engine_type="unified",tp_rank="0",pp_rank="0",job="sglang",instance="s:30000"}`,
        0,
      ] as const,
  ),
] as const;

const openMetrics = [
  ...gauges.flatMap(([series, value]) =>
    Array.from(
      { length: scrapes },
      (_, index) => `${series} ${value} ${(endMs - (scrapes - 1 - index) * spacingMs) / 1_000}`,
    ),
  ),
  "# EOF\n",
].join("\n");

let stage: FrozenFixture;

beforeAll(async () => {
  stage = await openFrozenFixture(openMetrics, endMs);
  await discoverDeployments();
});
afterAll(() => stage.close());

async function judgedRows() {
  const { deployments } = await readOverview({
    params: {},
    query: { from: "now-15m", to: "now" },
    body: {},
    principal: systemPrincipal,
    signal: AbortSignal.timeout(60_000),
    requestId: "unasked",
  });
  return deployments.filter((row) => row.state === "judged");
}

test("reports no traffic and blames no metric", async () => {
  await expect.poll(async () => (await judgedRows()).length, { timeout: 60_000 }).toBe(2);
  for (const row of await judgedRows()) {
    expect(row.status.id, row.slug).toBe("no-traffic");
    expect(row.sentence).toEqual([
      { kind: "text", text: "No request arrived in the last five minutes, and none is running or waiting." },
    ]);
    const reasons = Object.values(row.readings).flatMap((one) => (one.kind === "absent" ? [one.reason] : []));
    expect(
      reasons.filter((reason) => reason !== "no-traffic" && reason !== "not-exposed"),
      row.slug,
    ).toEqual([]);
    expect(reasons).toContain("no-traffic");
  }
});

test("finds no error in an idle engine", async () => {
  const { records } = getCachedDeploymentSnapshot();
  expect(records.map(({ engine }) => engine).toSorted()).toEqual(["dynamo", "sglang"]);
  for (const record of records) {
    const rows = await checkDeployment({ ...record, sourceScope: allSources }, AbortSignal.timeout(60_000));
    expect(rows.filter(isCheckFailing), record.engine).toEqual([]);
    expect(rows.find(({ signal }) => signal === "ttft")).toMatchObject({
      reason: "no-traffic",
      howToEnable: null,
    });
  }
});
