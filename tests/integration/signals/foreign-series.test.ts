/**
 * Deployments that share a scrape job, a target or a past with other models, on a real Prometheus. Whether a metric is
 * missing depends on the deployment's targets only.
 */
import { allSources } from "@/lib/model/sources/source-scope";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sentenceText } from "@/lib/format/sentence-text";
import { checkDeployment } from "@/lib/services/data-check/check-deployment";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { readKnownDeployments } from "@/lib/services/deployments/known-deployments";
import { readOverviewRow } from "@/lib/services/overview/read-row";
import { openFrozenFixture, type FrozenFixture } from "@/tests/support/server/frozen-fixture";
import {
  growing,
  histogram,
  withJobLabel,
  writeExpositions,
  vllmServer,
  type ExposedSeriesList,
} from "@/tests/support/histories/strange-expositions";

const endMs = Date.UTC(2026, 9, 1, 12);
const historySeconds = 1_800;

const busy = (host?: string): ExposedSeriesList =>
  vllmServer({
    running: (seconds) => 8 + (seconds % 3),
    waiting: 0,
    kvUsage: () => 0.4,
    finishedPerSecond: 1,
    outcomes: { error: () => 0, abort: () => 0 },
    ...(host === undefined ? {} : { host }),
  });

const isGauge = ({ name }: ExposedSeriesList[number]): boolean => /num_requests|kv_cache/.test(name);
const idleGauges: ExposedSeriesList = busy()
  .filter(isGauge)
  .map((one) => ({ ...one, valueAt: () => 0 }));

/** Series with values only within these seconds. */
const between = (from: number, to: number, exposition: ExposedSeriesList): ExposedSeriesList =>
  exposition.map((one) => ({
    ...one,
    valueAt: (seconds: number) => (seconds >= from && seconds < to ? one.valueAt(seconds) : null),
  }));

const speculative: ExposedSeriesList = [
  { name: "vllm:spec_decode_num_accepted_tokens_total", valueAt: growing(5) },
  { name: "vllm:spec_decode_num_draft_tokens_total", valueAt: growing(9) },
];

/** The server gets a new model name two minutes before the end. */
const renamedAt = historySeconds - 120;
/** The server restarts ten minutes before the end and receives no request afterwards. */
const restartedAt = historySeconds - 600;

const expositions: Readonly<Record<string, ExposedSeriesList>> = {
  // Its series of requests appear with the first request.
  fresh: withJobLabel("shared", idleGauges),
  plain: withJobLabel("shared", busy()),
  "with-speculation": withJobLabel("shared", [
    ...busy(),
    ...speculative,
    ...histogram("vllm:request_prefill_time_seconds", growing(1)),
  ]),
  "old-name": [
    { name: "up", labels: { job: "renamed" }, host: "renamed", valueAt: () => 1 },
    ...between(0, renamedAt, withJobLabel("renamed", busy("renamed")).slice(1)),
  ],
  "new-name": between(renamedAt, Infinity, withJobLabel("renamed", busy("renamed")).slice(1)),
  restarted: [
    { name: "up", valueAt: () => 1 },
    ...between(0, restartedAt, busy()),
    ...between(restartedAt, Infinity, idleGauges),
  ],
};

let stage: FrozenFixture;

beforeAll(async () => {
  stage = await openFrozenFixture(writeExpositions(expositions, endMs), endMs);
  for (const atMs of [endMs - 900_000, endMs]) {
    stage.setClock(atMs);
    await discoverDeployments();
  }
});
afterAll(() => stage.close());

async function deploymentFor(model: string) {
  const { deployments } = await readKnownDeployments(allSources);
  const deployment = deployments.find((one) => one.model === model);
  if (deployment === undefined) throw new Error(`${model} was not discovered`);
  return deployment;
}

/** Returns the status and all texts of the row and the data check, for finding false statements in them. */
async function reportOf(model: string) {
  const deployment = await deploymentFor(model);
  const { signal } = new AbortController();
  const row = await readOverviewRow(deployment, { from: "now-15m", to: "now" }, signal);
  const check = await checkDeployment(deployment, signal);
  const details = [
    sentenceText(row.sentence),
    ...Object.values(row.readings).flatMap((one) => (one.kind === "absent" ? [one.detail] : [])),
    ...check.flatMap(({ detail }) => detail ?? []),
  ];
  return { row, check, text: [...new Set(details)].join("\n") };
}

const falseReasons = /existed before|Add a selector|upgraded|flags changed/;

test("a server without requests is idle, and needs no selector of another deployment's series", async () => {
  const { row, text } = await reportOf("fresh");
  expect(text).not.toMatch(falseReasons);
  expect(row.status.id).toBe("no-traffic");
  expect(row.readings.ttftP95).toMatchObject({ kind: "absent", reason: "no-traffic" });
});

test("a metric of another model's target is not reported as lost", async () => {
  const { row, check, text } = await reportOf("plain");
  expect(text).not.toMatch(falseReasons);
  expect(row.status.id).toBe("ok");
  expect(check.find(({ signal }) => signal === "spec-accept")).toMatchObject({ reason: "metric-absent" });
  const other = await reportOf("with-speculation");
  expect(other.check.find(({ signal }) => signal === "spec-accept")).toMatchObject({ outcome: "with-data" });
});

test("a renamed model's row names the model that its targets serve now", async () => {
  const { row, text } = await reportOf("old-name");
  expect(text).not.toMatch(falseReasons);
  expect(row.status.id).toBe("cannot-tell");
  expect(sentenceText(row.sentence)).toContain('serve the model "new-name"');
  expect((await reportOf("new-name")).text).not.toMatch(falseReasons);
});

test("a restarted server without a request since is idle, not upgraded", async () => {
  const { row, text } = await reportOf("restarted");
  expect(text).not.toMatch(falseReasons);
  expect(row.status.id).toBe("no-traffic");
});
