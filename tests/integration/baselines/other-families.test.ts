/** Baselines of a training job and of a deployment with a database, from the simulator's history on a real Prometheus. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { POST as CAPTURE } from "@/app/api/v1/baselines/route";
import { assertPresent } from "@/lib/base/assert";
import type { BaselineEntry } from "@/lib/contracts/baselines";
import { allSources } from "@/lib/model/sources/source-scope";
import { systemPrincipal } from "@/lib/server/principal";
import { captureBaseline } from "@/lib/services/captures/capture-baseline";
import { readBaselineDocument } from "@/lib/services/baselines/read-baseline-document";
import { readKnownDeployments } from "@/lib/services/deployments/known-deployments";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { simulateHistory } from "@/tests/support/histories/simulated-history";
import {
  fixtureNowMs,
  fixtureTailMs,
  openStoredFixture,
  type StoredFixture,
} from "@/tests/support/server/stored-fixture";

const minuteMs = 60_000;
let stage: StoredFixture;

beforeAll(async () => {
  const { writeBlocks } = simulateHistory({
    profiles: ["training", "postgres"],
    fromMs: fixtureNowMs - 40 * minuteMs,
    toMs: fixtureNowMs + fixtureTailMs,
    spacingMs: 15_000,
  });
  stage = await openStoredFixture(writeBlocks);
  await stage.begin();
  await discoverDeployments();
  await discoverDeployments();
});
afterAll(() => stage.close());

async function capture(engine: string) {
  const { deployments } = await readKnownDeployments(allSources);
  const { slug } = assertPresent(
    deployments.find((one) => one.engine === engine),
    `the ${engine} deployment was discovered`,
  );
  const request = new Request("http://localhost:3000/api/v1/baselines", {
    method: "POST",
    headers: {
      host: "localhost:3000",
      "content-type": "application/json",
      "idempotency-key": `families-test-${engine}`,
    },
    body: JSON.stringify({ deployment: slug, from: "now-35m", to: "now", name: slug }),
  });
  const { baseline } = (await (await CAPTURE(request, { params: Promise.resolve({}) })).json()) as {
    readonly baseline: BaselineEntry;
  };
  await captureBaseline(systemPrincipal, baseline.id);
  const document = await readBaselineDocument(baseline.id);
  return assertPresent(document, "the window was captured");
}

test("a training job has blocks of its batches, and no concern about requests", async () => {
  const { measured, concerns } = await capture("ray-data");
  const batches =
    measured.counters["train-batches"]?.blocks.filter((block) => typeof block === "number") ?? [];
  expect(batches.length).toBeGreaterThanOrEqual(20);
  expect(Math.min(...batches)).toBeGreaterThan(0);
  expect(concerns.map(({ kind }) => kind)).not.toContain("few-requests");
});

test("a deployment with a database has the database's signals", async () => {
  const { measured } = await capture("vllm");
  const measuredIds = Object.keys({ ...measured.distributions, ...measured.counters, ...measured.gauges });
  expect(measuredIds.filter((id) => id.startsWith("db-"))).toHaveLength(7);
  expect(measuredIds).toContain("db-pool-wait");
});
