import { allSources } from "@/lib/model/sources/source-scope";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { PATCH } from "@/app/api/v1/deployments/[deploymentId]/route";
import { GET } from "@/app/api/v1/discovery/route";
import { GET as NOTICES } from "@/app/api/v1/notices/route";
import { POST as DISMISS } from "@/app/api/v1/notices/[noticeId]/dismiss/route";
import type { NoticesResponse } from "@/lib/contracts/notices";
import type { DiscoveryResponse } from "@/lib/contracts/discovery";
import type { Problem } from "@/lib/model/problem";
import { getDatabase } from "@/lib/server/db/client";
import { systemPrincipal } from "@/lib/server/principal";
import { writeChange } from "@/lib/server/with-change";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { resolveDeployment } from "@/lib/services/deployments/resolve-deployment";
import { listEvents } from "@/lib/services/events/list-events";
import { recordEvent } from "@/lib/services/events/record-event";
import {
  openStoredFixture,
  fixtureNowMs,
  writeRunningGauges,
  type StoredFixture,
} from "@/tests/support/server/stored-fixture";

let stage: StoredFixture;
let folder = "";
const file = (): string => path.join(folder, "ridgepoint.yaml");

beforeAll(async () => {
  const server = (model: string, job: string) => ({ model, job, instance: `${job}:1` });
  stage = await openStoredFixture(
    writeRunningGauges([
      server("chat", "chat-prefill"),
      server("chat", "chat-decode"),
      server("code", "code"),
    ]),
  );
});

const disaggregated = `version: 1
deployments:
  - title: Support chat
    slug: chat
    engine: vllm
    pools:
      - role: prefill
        selectors: [{ model_name: chat, job: chat-prefill }]
      - role: decode
        selectors: [{ model_name: chat, job: chat-decode }]
    traceServices: [chat-gateway]
    limits: { ttftP95Seconds: 2 }
`;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "ridgepoint-config-"));
  writeFileSync(file(), disaggregated);
  await stage.begin({ RIDGEPOINT_CONFIG: file() });
  expect(await discoverDeployments()).toEqual({ discoveredCount: 3, isStored: true });
  return () => rmSync(folder, { recursive: true });
});

afterAll(() => stage.close());

const headers = { host: "localhost:3000", "content-type": "application/json" };

async function discovery(): Promise<DiscoveryResponse> {
  const response = await GET(new Request("http://localhost:3000/api/v1/discovery", { headers }), {
    params: Promise.resolve({}),
  });
  return (await response.json()) as DiscoveryResponse;
}

async function configNotices(): Promise<NoticesResponse["notices"]> {
  const response = await NOTICES(new Request("http://localhost:3000/api/v1/notices", { headers }), {
    params: Promise.resolve({}),
  });
  return ((await response.json()) as NoticesResponse).notices;
}

async function standing(): Promise<readonly (readonly [string, string])[]> {
  const { deployments } = await discovery();
  return deployments
    .filter(({ mergedInto }) => mergedInto === null)
    .map(({ slug, managedBy }) => [slug, managedBy] as const);
}

test("merges discovered deployments into the deployment that the configuration file defines", async () => {
  expect(await standing()).toEqual([
    ["code", "discovered"],
    ["chat", "file"],
  ]);
  expect(await resolveDeployment("chat", allSources)).toMatchObject({
    title: "Support chat",
    instances: ["chat-decode:1", "chat-prefill:1"],
    traceServices: ["chat-gateway"],
    pools: [
      { role: "prefill", selectors: [{ model_name: "chat", job: "chat-prefill" }] },
      { role: "decode", selectors: [{ model_name: "chat", job: "chat-decode" }] },
    ],
    missingSinceMs: null,
  });
  await discoverDeployments();
  const settled = async () =>
    (await discovery()).deployments.map(({ lastSeenAtMs: _lastSeenAtMs, ...rest }) => rest);
  const before = await settled();
  expect(before.find(({ slug }) => slug === "chat")).toMatchObject({
    instances: ["chat-decode:1", "chat-prefill:1"],
  });
  await discoverDeployments();
  expect(await settled()).toEqual(before);
});

test("applies the limits of the file to its deployment only, and names the file as their origin", async () => {
  const limits = async () =>
    Object.fromEntries(
      (await discovery()).deployments
        .filter(({ mergedInto }) => mergedInto === null)
        .map((one) => [one.slug, one.limits.ttftP95Seconds]),
    );
  expect(await limits()).toEqual({
    code: { value: 1, setBy: "default" },
    chat: { value: 2, setBy: "file" },
  });
  expect(await resolveDeployment("chat", allSources)).toMatchObject({ limits: { ttftP95Seconds: 2 } });
  writeFileSync(file(), disaggregated.replace("    limits: { ttftP95Seconds: 2 }\n", ""));
  await discoverDeployments();
  expect((await limits())["chat"]).toEqual({ value: 1, setBy: "default" });
});

test("makes file deployments and their merged parts read-only", async () => {
  const { deployments } = await discovery();
  for (const { id, version, slug } of deployments.filter((one) => one.slug !== "code")) {
    const response = await PATCH(
      new Request(`http://localhost:3000/api/v1/deployments/${id}`, {
        method: "PATCH",
        headers: { ...headers, "if-match": `"${version}"` },
        body: JSON.stringify({ mergedInto: null }),
      }),
      { params: Promise.resolve({ deploymentId: id }) },
    );
    expect([slug, response.status]).toEqual([slug, 409]);
    const configNotices = (await response.json()) as Problem;
    expect(configNotices).toMatchObject({
      code: "managed-by-file",
      next: expect.stringMatching(/configuration file/),
    });
    expect(`${configNotices.detail} ${configNotices.next}`).not.toMatch(/comment/);
  }
  // Merged parts offer no action that would be rejected.
  for (const part of deployments.filter(({ mergedInto }) => mergedInto !== null)) {
    expect([part.slug, part.canSplitOff]).toEqual([part.slug, false]);
  }
});

test("applies changes of the file, and keeps the last valid version with a notice while the file is invalid", async () => {
  writeFileSync(file(), disaggregated.replace("Support chat", "Chat for support"));
  await discoverDeployments();
  expect(await resolveDeployment("chat", allSources)).toMatchObject({ title: "Chat for support" });

  writeFileSync(file(), disaggregated.replace("engine: vllm", "engine: vlm"));
  await discoverDeployments();
  await discoverDeployments();
  expect(await resolveDeployment("chat", allSources)).toMatchObject({
    title: "Chat for support",
    managedBy: "file",
  });
  expect(await configNotices()).toMatchObject([
    {
      kind: "config-file",
      detail: expect.stringMatching(
        /ridgepoint\.yaml:5: deployments\[0\]\.engine must be one of vllm.* fix: /,
      ),
    },
  ]);

  writeFileSync(file(), disaggregated);
  await discoverDeployments();
  expect(await configNotices()).toEqual([]);
  rmSync(file());
  await discoverDeployments();
  expect(await resolveDeployment("chat", allSources)).toMatchObject({ managedBy: "file" });
  const [missingFileNotice] = await configNotices();
  expect(missingFileNotice?.detail).toMatch(/does not exist.* fix: /);
  const dismissed = await DISMISS(
    new Request(`http://localhost:3000/api/v1/notices/${missingFileNotice?.id}/dismiss`, {
      method: "POST",
      headers: { ...headers, "idempotency-key": "dismiss-1" },
      body: "{}",
    }),
    { params: Promise.resolve({ noticeId: missingFileNotice?.id }) },
  );
  expect(dismissed.status).toBe(200);
  await discoverDeployments();
  expect(await configNotices()).toEqual([]);
});

test("restores discovered deployments with events, baselines and links when the file no longer names them", async () => {
  const { id } = await resolveDeployment("chat", allSources);
  const created = { author: "test", createdAt: new Date(fixtureNowMs) };
  const baseline = await getDatabase().baseline.create({
    data: { deploymentId: id, name: "kept", ...created },
  });
  await getDatabase().baselineDefault.create({
    data: {
      deploymentId: id,
      baselineId: baseline.id,
      baselineName: "kept",
      reason: "stable",
      author: "test",
      since: new Date(fixtureNowMs),
    },
  });
  await writeChange(systemPrincipal, "test", (transaction) =>
    recordEvent(transaction, {
      kind: "deploy",
      atMs: fixtureNowMs - 1_000,
      title: "kept",
      sourceId: null,
      deploymentId: id,
      fromValue: null,
      toValue: null,
      deduplicationKey: "test",
    }),
  );
  await getDatabase().gateRun.create({
    data: {
      deploymentId: id,
      baselineId: baseline.id,
      request: {},
      startAt: created.createdAt,
      endAt: created.createdAt,
      dueAt: created.createdAt,
      ...created,
    },
  });
  // A setting from before the file defined the deployment, and two of the file's deployment.
  const discovered = await getDatabase().deployment.findFirstOrThrow({
    where: { mergedIntoId: id },
    orderBy: { slug: "asc" },
  });
  const setting = (deploymentId: string, version: number, author: string) => ({
    deploymentId,
    version,
    author,
    document: {},
    createdAt: created.createdAt,
  });
  await getDatabase().rooflineSetting.createMany({
    data: [setting(discovered.id, 1, "before"), setting(id, 1, "first"), setting(id, 2, "second")],
  });
  writeFileSync(file(), "version: 1\ndeployments: []\n");
  await discoverDeployments();
  expect((await standing()).map(([, managedBy]) => managedBy)).toEqual([
    "discovered",
    "discovered",
    "discovered",
  ]);
  const present = await resolveDeployment("chat", allSources);
  expect(present.managedBy).toBe("discovered");
  const { events } = await listEvents({
    query: { deployment: present.slug, from: "now-1h", to: "now", kinds: ["deploy"], limit: 10 },
    principal: { sourceScope: allSources },
  } as Parameters<typeof listEvents>[0]);
  expect(events).toMatchObject([{ title: "kept" }]);
  const owned = { where: { deploymentId: present.id } };
  expect(await getDatabase().baseline.findMany(owned)).toMatchObject([{ name: "kept" }]);
  expect(await getDatabase().baselineDefault.findMany(owned)).toMatchObject([{ baselineId: baseline.id }]);
  expect(await getDatabase().gateRun.findMany(owned)).toMatchObject([{ baselineId: baseline.id }]);
  const settings = await getDatabase().rooflineSetting.findMany({ orderBy: { version: "asc" } });
  expect(settings.map(({ deploymentId, author }) => [deploymentId === present.id, author])).toEqual([
    [true, "before"],
    [true, "first"],
    [true, "second"],
  ]);
});
