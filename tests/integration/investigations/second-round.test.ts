/** A second round of an investigation: its fix is deployed, its validation is previewed and stored, and the goal is met. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { setServerClock } from "@/tests/support/server/server-clock";
import { openStoredFixture, type StoredFixture } from "@/tests/support/server/stored-fixture";
import { simulateSegments } from "@/tests/support/histories/segmented-history";
import { openInvestigation, readInvestigation, send } from "./investigation-fixture";
import { addDeploy, at, capture, slug } from "./validation-fixture";

const caller = { cookie: "" };
const goal = { kind: "change", signal: "ttft", statistic: "mean", changeRatio: -0.2 } as const;

let stage: StoredFixture;
let slowId: string;
let fixIds: readonly [string, string];

/** The service is slow until minute 40, and the second fix is deployed at minute 41. */
beforeAll(async () => {
  stage = await openStoredFixture(
    simulateSegments(slug, [{ fromMs: at(-12), toMs: at(105), slow: [at(-10), at(40)] }]),
  );
  await stage.begin();
  await discoverDeployments();
  setServerClock(at(40));
  slowId = await capture("Slow", [-1, 39]);
  setServerClock(at(85));
  fixIds = [await addDeploy(-11, "2.4.2"), await addDeploy(41, "2.4.3")];
});
afterAll(() => stage.close());

type Params = { readonly number: string };

async function moveTo(params: Params, body: object): Promise<void> {
  const answer = await send("change-investigation-state", { caller, params, body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}

test("the validation of round 2 is stored as its preview displayed it, and the record of both rounds stays", async () => {
  const params = await openInvestigation(caller, { deployments: [slug], goal, baselineId: slowId });
  await moveTo(params, { from: "triage", state: "active" });
  await moveTo(params, { from: "active", state: "fix-deployed", deployEventId: fixIds[0] });
  const round = { from: 1, reason: "The first fix changed nothing" };
  expect((await send("start-round", { caller, params, body: round })).status).toBe(201);
  await moveTo(params, { from: "active", state: "fix-deployed", deployEventId: fixIds[1] });

  const previewed = await send("validation-preview", { caller, params });
  expect(previewed.body.report).toMatchObject({ verdict: "met", deployments: [{ verdict: "better" }] });
  const stored = await send("store-validation", { caller, params });
  expect(stored).toMatchObject({
    status: 201,
    body: { validation: { round: 2, verdict: "met", watch: { state: "active" } } },
  });
  const validationId = String(stored.body.validation.id);
  const { validation } = (await send("validation", { caller, params: { ...params, validationId } })).body;
  expect(validation.report.deployments).toEqual(previewed.body.report.deployments);

  await moveTo(params, { from: "fix-deployed", state: "monitoring" });
  await moveTo(params, { from: "monitoring", state: "resolved" });
  const { investigation, timeline } = await readInvestigation(caller, params);
  expect(investigation).toMatchObject({ round: 2, state: "resolved", deploy: { id: fixIds[1] } });
  const resolved = timeline.entries.find(
    ({ payload }) => payload.kind === "state" && payload.to === "resolved",
  );
  expect(resolved?.payload).toMatchObject({ isOverride: false, goalCheck: { verdict: "met" } });
  const earlier = await send("investigation-round", { caller, params: { ...params, round: "1" } });
  expect(earlier.body).toMatchObject({ round: 1, isReadOnly: true });
  const markdown = await send("export-investigation", { caller, params, query: { format: "markdown" } });
  expect(markdown.body.text).toMatch(/### V\d+ Round 2: Met/);
  const report = await send("investigation-report", { caller, params, query: { kind: "executive" } });
  expect(report.status).toBe(200);
});
