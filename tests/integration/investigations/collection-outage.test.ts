/** The collected data of a step while a source does not respond, or the investigation is not complete. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CollectedDataResponse } from "@/lib/contracts/investigations/collected-data";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import {
  openStoredFixture,
  writeRunningGauges,
  type StoredFixture,
} from "@/tests/support/server/stored-fixture";
import { tracedConfig } from "@/tests/support/traces/traced-requests";
import { openInvestigation, send } from "./investigation-fixture";

const caller = { cookie: "" };
const folder = mkdtempSync(join(tmpdir(), "ridgepoint-collection-outage-"));
let stage: StoredFixture;

beforeAll(async () => {
  stage = await openStoredFixture(writeRunningGauges([{ model: "chat", job: "vllm", instance: "v:1" }]));
  const config = join(folder, "ridgepoint.yaml");
  writeFileSync(config, tracedConfig);
  // No server listens on this port.
  await stage.begin({ JAEGER_URL: "http://127.0.0.1:9", RIDGEPOINT_CONFIG: config });
  await discoverDeployments();
});
afterAll(async () => {
  await stage.close();
  rmSync(folder, { recursive: true });
});

/** Returns the reason of each unavailable item, and the state of the others. */
async function collectReasons(body: object, step: string): Promise<Readonly<Record<string, string>>> {
  const params = { ...(await openInvestigation(caller, body)), step };
  for (;;) {
    const { items } = (await send("collected-data", { caller, params })).body as CollectedDataResponse;
    if (items.every(({ state }) => state !== "pending"))
      return Object.fromEntries(
        items.map((item) => [item.collection, item.state === "unavailable" ? item.reason : item.state]),
      );
  }
}

test("a source that does not respond makes its item unavailable with the reason, and hides no other item", async () => {
  const reasons = await collectReasons({ deployments: ["chat"] }, "identify-symptoms");
  const { "trace-comparison": traces, ...remaining } = reasons;
  expect(traces).toMatch(/refuse.*Open Settings › Sources for the reason/);
  expect(remaining).toEqual({
    "instance-scope": "collected",
    "model-scope": "collected",
    "change-events": "collected",
    "trace-change":
      "The time of the change is not known. Enter when the symptom started, or add the event of the change.",
  });
});

test("an item names what a person must add", async () => {
  expect(await collectReasons({}, "collect-data")).toMatchObject({
    "data-check": "The investigation has no deployment. Add the affected deployment.",
  });
  expect(await collectReasons({ deployments: ["chat"] }, "define-baseline")).toEqual({
    "goal-value": "Set the goal of the investigation.",
    "baseline-comparison": "Choose the baseline of the investigation.",
  });
});
