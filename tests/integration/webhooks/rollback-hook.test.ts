/**
 * Rollback hooks on a real Prometheus and PostgreSQL, over a simulated history with a known effect: the tokenizer is slow for
 * 50 minutes, so TTFT is worse then.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { fleet } from "@/demo/simulator/fleet";
import { assertPresent } from "@/lib/base/assert";
import { getDatabase } from "@/lib/server/db/client";
import { nowMs } from "@/lib/server/clock";
import { readEnvironment } from "@/lib/server/environment/env";
import type { RawEnvironment } from "@/lib/server/environment/env-variables";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { checkStopRules } from "@/lib/services/investigations/experiments/rollback-hook/check-stop-rules";
import {
  listDueMessageIds,
  sendWebhookMessage,
} from "@/lib/services/investigations/experiments/rollback-hook/send-webhook-message";
import { simulateHistory } from "@/tests/support/histories/simulated-history";
import { setServerClock } from "@/tests/support/server/server-clock";
import { fixtureNowMs, openStoredFixture, type StoredFixture } from "@/tests/support/server/stored-fixture";
import { startWorkerProcess, type WorkerProcess } from "@/tests/support/server/worker-process";
import { openInvestigation, readInvestigation, send } from "../investigations/investigation-fixture";
import { host } from "../people/people-fixture";
import { isSigned, startReceiver, type Receiver } from "./receiver";

const slug = "assist-8b";
const caller = { cookie: "" };
const publicUrl = `http://${host}`;
const at = (minutes: number): number => fixtureNowMs + minutes * 60_000;
const signal = new AbortController().signal;

let stage: StoredFixture;
let receiver: Receiver;
let settings: RawEnvironment = {};
let secret = "";
let rollbackHookId = "";
const workers: WorkerProcess[] = [];

beforeAll(async () => {
  const workload = assertPresent(
    fleet.find(({ name }) => name === slug),
    "the fleet has assist-8b",
  );
  const traffic = { ...workload.traffic, requestsPerSecond: 6, dailyAmplitudeRatio: 0, weekendLoadRatio: 1 };
  const { writeBlocks } = simulateHistory({
    profiles: [],
    fleet: [{ ...workload, traffic }],
    seed: 5,
    fromMs: at(-70),
    toMs: at(60),
    spacingMs: 15_000,
    faults: [{ workload: slug, fault: "slow-tokenizer", strength: 250, atMs: at(0), untilMs: at(50) }],
  });
  receiver = await startReceiver();
  stage = await openStoredFixture(writeBlocks);
  settings = {
    RIDGEPOINT_URL: publicUrl,
    RIDGEPOINT_WEBHOOK_HOSTS: receiver.host,
    RIDGEPOINT_SECRET_KEY: "k".repeat(32),
  };
  await stage.begin(settings);
  await discoverDeployments();
  setServerClock(at(48));
  const added = await send("add-webhook", { caller, body: { name: "Rollback", url: receiver.url } });
  expect(added.body).toMatchObject({ webhook: { name: "Rollback" } });
  secret = String(added.body.secret);
  rollbackHookId = String(added.body.webhook.id);
});
beforeEach(() => {
  receiver.received.length = 0;
  receiver.status = 202;
  setServerClock(at(48));
});
afterEach(async () => {
  for (const { child } of workers.splice(0)) child.kill("SIGKILL");
  await getDatabase().experiment.updateMany({ data: { state: "ended" } });
  await getDatabase().webhookDelivery.updateMany({
    where: { state: "waiting" },
    data: { state: "failed" },
  });
});
afterAll(async () => {
  await receiver.close();
  await stage.close();
});

type Ids = Readonly<Record<"number" | "experimentId", string>>;

/** The changed arm is the slow one, unless `isHarmless`. The guard is TTFT. */
async function startExperiment(body: object = { hookFiresOnGuard: true }, isHarmless = false): Promise<Ids> {
  const params = await openInvestigation(caller, { deployments: [slug] });
  const arm = (role: string, name: string, from: number, to: number | null) => ({
    role,
    name,
    deployment: slug,
    windows: [{ startMs: at(from), endMs: to === null ? null : at(to) }],
  });
  const [reference, changed] = isHarmless
    ? [arm("reference", "Old", -65, -35), arm("changed", "New", -34, -4)]
    : [arm("reference", "Old", -65, -5), arm("changed", "New", 5, null)];
  const added = await send("add-experiment", {
    caller,
    params,
    body: {
      kind: "canary",
      factor: { path: "tokenizer.mode", from: "fast", to: "slow" },
      arms: [reference, changed],
      measures: {
        primary: { signal: "tpot", statistic: "mean" },
        guards: [{ signal: "ttft", statistic: "mean" }],
        stopRule: "planned-blocks",
      },
      rollbackPlan: "Set the tokenizer mode to fast.",
      rollbackHookId,
      ...body,
    },
  });
  expect(added.status, JSON.stringify(added.body)).toBe(201);
  const ids = { ...params, experimentId: String(added.body.experiment.id) };
  await send("change-experiment-state", { caller, params: ids, body: { state: "running" } });
  return ids;
}

const fire = (params: Ids, reason = "Errors in production") =>
  send("fire-rollback-hook", { caller, params, body: { reason } });

async function readExperiment({ number }: Ids) {
  const { experiments, timeline } = await readInvestigation(caller, { number });
  const texts = timeline.entries.flatMap(({ author, payload }) =>
    payload.kind === "experiment"
      ? [{ author, action: payload.action, text: payload.result ?? payload.reason }]
      : [],
  );
  return { ...assertPresent(experiments[0], "the investigation has an experiment"), texts };
}

/** Starts the program of the background jobs as a process, at the present time of this server. */
function startWorker(): WorkerProcess {
  return startWorkerProcess({
    ...settings,
    DATABASE_URL: readEnvironment().databaseUrl,
    PROMETHEUS_URL: stage.prometheusUrl,
    RIDGEPOINT_TEST_CLOCK_OFFSET_MS: String(nowMs() - Date.now()),
  });
}

async function sendDue(): Promise<void> {
  for (const id of await listDueMessageIds())
    await Promise.all([sendWebhookMessage(id), sendWebhookMessage(id)]);
}

describe("the stop rule", () => {
  test("fires the hook once with two job processes, after the guard was worse at two interim analyses", async () => {
    const params = await startExperiment();
    workers.push(startWorker(), startWorker());
    await expect
      .poll(async () => (await readExperiment(params)).hookFirings[0]?.state, { timeout: 120_000 })
      .toBe("delivered");
    const countRuns = async () =>
      getDatabase().$queryRaw<{ count: bigint }[]>`
        select count(*) from jobs.job where name = 'check-stop-rules' and state = 'completed'`;
    const [before] = await countRuns();
    await expect
      .poll(async () => Number((await countRuns())[0]?.count), { timeout: 150_000 })
      .toBeGreaterThanOrEqual(Number(before?.count) + 1);
    for (const { child } of workers) child.kill("SIGTERM");
    expect(await Promise.all(workers.map(({ ended }) => ended))).toEqual([0, 0]);
    const { hookFirings, texts } = await readExperiment(params);
    expect(hookFirings).toMatchObject([
      { trigger: "stop-rule", state: "delivered", status: 202, attemptCount: 1, author: "system" },
    ]);
    expect(receiver.received).toHaveLength(1);
    const [message] = receiver.received;
    expect(message && isSigned(message, secret)).toBe(true);
    expect(message?.headers["webhook-id"]).toBe(hookFirings[0]?.id);
    expect(message?.body).toMatchObject({
      type: "rollback.requested",
      data: {
        investigation: { url: `${publicUrl}/investigations/INV-${params.number}` },
        factor: { path: "tokenizer.mode", from: "fast", to: "slow" },
        changedArm: { name: "New", deployment: slug },
        reason: "Mean TTFT was worse at two consecutive interim analyses",
        trigger: "stop-rule",
        firedBy: "stop rule",
      },
    });
    expect(texts.slice(0, 2)).toEqual([
      { author: "system", action: "hook-answered", text: "accepted with the status 202" },
      {
        author: "system",
        action: "hook-fired",
        text: "Mean TTFT was worse at two consecutive interim analyses",
      },
    ]);
  });

  test("adds one message if two processes evaluate it at the same time", async () => {
    const params = await startExperiment();
    await Promise.all([checkStopRules(signal), checkStopRules(signal)]);
    await checkStopRules(signal);
    expect((await readExperiment(params)).hookFirings).toHaveLength(1);
  });

  test.each([
    ["was not declared", { hookFiresOnGuard: false }, false],
    ["has no guard that is worse", { hookFiresOnGuard: true }, true],
  ] as const)("does not fire if it %s", async (_name, body, isHarmless) => {
    const params = await startExperiment(body, isHarmless);
    await checkStopRules(signal);
    expect((await readExperiment(params)).hookFirings).toEqual([]);
  });

  test("does not fire before the second interim analysis, or after the end of the experiment", async () => {
    // The changed arm has 20 blocks, so there was one interim analysis.
    setServerClock(at(25));
    const params = await startExperiment();
    await checkStopRules(signal);
    expect((await readExperiment(params)).hookFirings).toEqual([]);
    setServerClock(at(48));
    await send("change-experiment-state", { caller, params, body: { state: "ended" } });
    await checkStopRules(signal);
    expect((await readExperiment(params)).hookFirings).toEqual([]);
  });

  test("does not act after the next round began", async () => {
    const params = await startExperiment();
    const { number, experimentId: id } = params;
    const started = await send("start-round", {
      caller,
      params: { number },
      body: { from: 1, reason: "Relapse" },
    });
    expect(started.status).toBe(201);
    expect(await readExperiment(params)).toMatchObject({ round: 1, state: "ended" });
    // A round that an earlier version started did not end its experiments.
    await getDatabase().experiment.update({ where: { id }, data: { state: "running" } });
    await checkStopRules(signal);
    expect((await readExperiment(params)).hookFirings).toEqual([]);
  });

  test("is checked for every experiment, also after 50 older ones", async () => {
    const params = await startExperiment();
    const { factor, measures, arms } = await readExperiment(params);
    const { id: investigationId } = await getDatabase().investigation.findUniqueOrThrow({
      where: { number: Number(params.number) },
    });
    const older = {
      investigationId,
      round: 1,
      kind: "canary",
      factor,
      // Without a window, an arm has no blocks.
      arms: arms.map((arm) => ({ ...arm, windows: [] })),
      measures,
      rollbackPlan: "",
      rollbackHookId,
      hookFiresOnGuard: true,
      state: "running",
      author: "system",
      createdAt: new Date(at(40)),
      startedAt: new Date(at(40)),
    };
    const data = Array.from({ length: 50 }, (_, index) => ({ ...older, number: index + 2 }));
    await getDatabase().experiment.createMany({ data });
    await checkStopRules(signal);
    expect((await readExperiment(params)).hookFirings).toMatchObject([{ trigger: "stop-rule" }]);
  });

  test("does not fire after a person fired the hook", async () => {
    const params = await startExperiment();
    await fire(params);
    await sendDue();
    await checkStopRules(signal);
    expect((await readExperiment(params)).hookFirings).toMatchObject([{ trigger: "person" }]);
  });
});

describe("a person", () => {
  test("fires the hook with a reason, once", async () => {
    const params = await startExperiment({});
    const fired = await fire(params);
    expect(fired.body).toMatchObject({
      experiment: { hookFirings: [{ trigger: "person", state: "waiting", author: "operator" }] },
    });
    expect((await fire(params)).body.detail).toContain("being sent");
    await sendDue();
    expect(receiver.received).toHaveLength(1);
    expect((await fire(params)).body.detail).toContain("accepted the message");
  });

  test("sees the status of a refusal, but no part of the response, and can fire again", async () => {
    const params = await startExperiment({});
    receiver.status = 500;
    await fire(params);
    await sendDue();
    const { hookFirings, texts } = await readExperiment(params);
    expect(hookFirings).toMatchObject([{ state: "failed", status: 500, attemptCount: 1 }]);
    expect(texts[0]).toEqual({
      author: "system",
      action: "hook-answered",
      text: "refused with the status 500",
    });
    expect(JSON.stringify(hookFirings)).not.toContain("noted");
    receiver.status = 200;
    await fire(params, "Second try");
    await sendDue();
    expect((await readExperiment(params)).hookFirings).toMatchObject([
      { state: "delivered", status: 200, reason: "Second try" },
      { state: "failed" },
    ]);
  });

  test("gets three attempts with one id if the receiver does not respond", async () => {
    const params = await startExperiment({});
    receiver.status = null;
    await fire(params);
    for (const [minutes, state] of [
      [48.5, "waiting"],
      [49.5, "waiting"],
      [52, "failed"],
      [59, "failed"],
    ] as const) {
      setServerClock(at(minutes));
      await sendDue();
      expect((await readExperiment(params)).hookFirings[0]?.state).toBe(state);
    }
    expect(receiver.received).toHaveLength(3);
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    expect(new Set(receiver.received.map(({ text }) => text)).size).toBe(1);
    const { hookFirings, texts } = await readExperiment(params);
    expect(hookFirings).toMatchObject([{ state: "failed", status: null, attemptCount: 3 }]);
    expect(texts[0]?.text).toBe("no response after 3 attempts");
  });
});

describe("the timeline", () => {
  const readOutcome = async (params: Ids): Promise<string | undefined> =>
    (await readExperiment(params)).texts[0]?.text;

  const useUrl = (url: string) =>
    getDatabase().webhook.update({ where: { id: rollbackHookId }, data: { url } });

  afterEach(() => useUrl(receiver.url));

  const updateMessages = (
    { experimentId }: Ids,
    data: { readonly webhookId: null } | { readonly attemptCount: number },
  ) => getDatabase().webhookDelivery.updateMany({ where: { experimentId }, data });

  test.each([
    ["the address is refused", () => useUrl("http://169.254.169.254/")],
    ["the webhook was deleted", (params: Ids) => updateMessages(params, { webhookId: null })],
  ])("names a message that was not sent, because %s", async (_reason, prevent) => {
    const params = await startExperiment({});
    await fire(params);
    await prevent(params);
    await sendDue();
    expect(receiver.received).toEqual([]);
    expect(await readOutcome(params)).toBe("the message was not sent");
  });

  test("names an attempt without a response before one that was not made", async () => {
    const params = await startExperiment({});
    receiver.status = null;
    await fire(params);
    await sendDue();
    await useUrl("http://169.254.169.254/");
    setServerClock(at(49));
    await sendDue();
    expect(receiver.received).toHaveLength(1);
    expect(await readOutcome(params)).toBe("no response, and the message was not sent again");
  });

  test("counts the attempts that were made if processes end during them", async () => {
    const params = await startExperiment({});
    await fire(params);
    await updateMessages(params, { attemptCount: 3 });
    await sendDue();
    expect(receiver.received).toEqual([]);
    expect((await readExperiment(params)).hookFirings).toMatchObject([{ state: "failed", attemptCount: 3 }]);
    expect(await readOutcome(params)).toBe("no response after 3 attempts");
  });
});

describe("a plan", () => {
  test("with the stop rule needs a hook and a guard, and cannot name an unknown webhook", async () => {
    const params = await startExperiment({});
    const edit = async (body: object) => {
      const { version } = await readExperiment(params);
      return send("edit-experiment", { caller, params, version, body });
    };
    const withoutHook = await edit({ rollbackHookId: null, hookFiresOnGuard: true });
    expect(withoutHook.body).toMatchObject({ status: 409 });
    expect(withoutHook.body.detail).toContain("needs a rollback hook");
    expect((await edit({ rollbackHookId: params.experimentId })).status).toBe(404);
    expect((await edit({ hookFiresOnGuard: true })).body).toMatchObject({
      experiment: { state: "running", hookFiresOnGuard: true, rollbackHook: { name: "Rollback" } },
    });
    const hooks = await send("rollback-hooks", { caller, params: { number: params.number } });
    expect(hooks.body).toMatchObject({ hooks: [{ name: "Rollback" }] });
  });
});
