/**
 * NVIDIA Dynamo 1.4.0 with separate prefill and decode workers, recorded from its real frontend, router and mock engine:
 * only decode workers have the metrics of an engine, and only component metrics name the role of a worker.
 */
import { allSources } from "@/lib/model/sources/source-scope";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sentenceText } from "@/lib/format/sentence-text";
import { checkDeployment } from "@/lib/services/data-check/check-deployment";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { readKnownDeployments, type KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { readOverviewRow } from "@/lib/services/overview/read-row";
import { readRecordedHistory } from "@/tests/support/peers/recorded-history";
import { openFrozenFixture, type FrozenFixture } from "@/tests/support/server/frozen-fixture";

const endMs = Date.UTC(2026, 9, 1, 12);

/** Second of the history from which on the prefill worker fails its scrapes. */
const prefillDiesAt = 1_200;

let stage: FrozenFixture;
/** Roles of the engine's pools while the prefill worker responds, and after it died. */
const roles: (readonly string[])[] = [];

beforeAll(async () => {
  const history = readRecordedHistory({
    folder: "dynamo-1.4.0-disaggregated",
    targets: [
      { file: "frontend", job: "frontend", instance: "frontend:8000" },
      { file: "prefill", job: "workers", instance: "prefill:9090", failsFromSeconds: prefillDiesAt },
      { file: "decode", job: "workers", instance: "decode:9090" },
    ],
    endMs,
    seconds: 1_800,
    factor: 20,
  });
  stage = await openFrozenFixture(history, endMs);
  for (const atMs of [endMs - 900_000, endMs]) {
    stage.setClock(atMs);
    await discoverDeployments();
    roles.push((await find("vllm")).pools.map(({ role }) => role));
  }
});
afterAll(() => stage.close());

async function find(engine: string): Promise<KnownDeployment> {
  const { deployments } = await readKnownDeployments(allSources);
  const found = deployments.find((one) => one.engine === engine);
  if (found === undefined) throw new Error(`${engine} was not discovered`);
  return found;
}

async function rowOf(engine: string) {
  const row = await readOverviewRow(
    await find(engine),
    { from: "now-15m", to: "now" },
    AbortSignal.timeout(60_000),
  );
  return { ...row, text: sentenceText(row.sentence).replaceAll("\u202f", " ") };
}

test("a worker next to a prefill worker only decodes, so the frontend's TTFT is judged", async () => {
  // The role does not change while the prefill worker is down.
  expect(roles).toEqual([["decode"], ["decode"]]);
  const { status, text } = await rowOf("vllm");
  expect(status.id).toBe("ok");
  expect(text).toMatch(/measured at .+, because the engine's TTFT excludes the prefill/);
});

test("counts requests at the frontend, and claims zero errors only there", async () => {
  const frontend = await rowOf("dynamo");
  expect(frontend.status.id).toBe("ok");
  expect(frontend.readings.errorRatio).toMatchObject({ kind: "present", value: 0 });
  const engine = await rowOf("vllm");
  expect(engine.readings.errorRatio).toMatchObject({ kind: "absent", reason: "not-exposed" });
  expect(engine.readings.abortRatio).toMatchObject({ kind: "absent", reason: "not-exposed" });
  expect(engine.text).toContain("Errors are unknown.");
});

test("reads the KV cache usage under one of its two names, and no metric as lost", async () => {
  const rows = await checkDeployment(await find("vllm"), AbortSignal.timeout(60_000));
  expect(rows.find(({ signal }) => signal === "kv-usage")).toMatchObject({ outcome: "with-data", value: 0 });
  expect(rows.filter(({ detail }) => /existed before|Add a selector/.test(detail))).toEqual([]);
  const missing = ["queue-time", "prefill-time", "decode-time", "output-tokens"];
  for (const row of rows.filter(({ signal }) => missing.includes(signal)))
    expect(row).toMatchObject({ outcome: "without-data", value: null, reason: "metric-absent" });
});
