import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { PATCH } from "@/app/api/v1/deployments/[deploymentId]/route";
import { GET as LIST } from "@/app/api/v1/deployments/route";
import { POST as PREVIEW } from "@/app/api/v1/discovery/preview/route";
import { GET } from "@/app/api/v1/discovery/route";
import type { DeploymentsResponse } from "@/lib/contracts/deployments";
import type { DiscoveryResponse, PreviewResponse, Proposal, ReviewResponse } from "@/lib/contracts/discovery";
import type { Problem } from "@/lib/model/problem";
import { database } from "@/lib/server/db/client";
import { systemPrincipal } from "@/lib/server/principal";
import { withChange } from "@/lib/server/with-change";
import { discoverDeployments } from "@/lib/services/deployments/discover-deployments";
import { resolveDeployment } from "@/lib/services/deployments/resolve-deployment";
import { recordEvent } from "@/lib/services/events/record-event";
import { registerSources } from "@/lib/services/sources/register-sources";
import { createMigratedDatabase, type TestDatabase } from "@/tests/support/database";
import { startPrometheus, type FrozenPrometheus } from "@/tests/support/prometheus";
import { leaveServerEnvironment, useServerEnvironment } from "@/tests/support/server-environment";

let own: TestDatabase;
let prometheus: FrozenPrometheus;
const running = { "chat:1": 3, "chat:2": 4, "code:1": 5, "gate:1": 7 } as const;

beforeAll(async () => {
  prometheus = await startPrometheus(exposition(Math.floor(Date.now() / 1_000)));
});

/** Two servers of chat, one of code, and a gateway before chat, for the last five minutes. */
function exposition(atSeconds: number): string {
  const times = Array.from({ length: 21 }, (_, index) => atSeconds - 300 + index * 15);
  const gauge = (instance: keyof typeof running, model: string): string =>
    times
      .map(
        (at) =>
          `vllm:num_requests_running{model_name="${model}",job="${model}",instance="${instance}"} ${running[instance]} ${at}`,
      )
      .join("\n");
  const gateway = times
    .map((at) => `dynamo_frontend_model_ready{model="org/Chat",job="gate",instance="gate:1"} 1 ${at}`)
    .join("\n");
  return [
    "# TYPE vllm:num_requests_running gauge",
    gauge("chat:1", "chat"),
    gauge("chat:2", "chat"),
    gauge("code:1", "code"),
    "# TYPE dynamo_frontend_model_ready gauge",
    gateway,
    "# EOF\n",
  ].join("\n");
}

beforeEach(async () => {
  own = await createMigratedDatabase();
  useServerEnvironment({ DATABASE_URL: own.url, PROMETHEUS_URL: prometheus.url });
  await registerSources();
  expect(await discoverDeployments()).toEqual({ seenCount: 3, isStored: true });
  return async () => {
    await leaveServerEnvironment();
    await own.drop();
  };
});

afterAll(() => prometheus.stop());

const headers = { host: "localhost:3000", "content-type": "application/json" };
const nowhere = { params: Promise.resolve({}) };

async function discovery(): Promise<DiscoveryResponse> {
  const response = await GET(new Request("http://localhost:3000/api/v1/discovery", { headers }), nowhere);
  expect(response.status).toBe(200);
  return (await response.json()) as DiscoveryResponse;
}

async function proposalOf(slug: string): Promise<Proposal> {
  const found = (await discovery()).deployments.find((one) => one.slug === slug);
  if (found === undefined) throw new Error(`no proposal ${slug}`);
  return found;
}

function patch(id: string, version: number, body: unknown): Promise<Response> {
  return PATCH(
    new Request(`http://localhost:3000/api/v1/deployments/${id}`, {
      method: "PATCH",
      headers: { ...headers, "if-match": `"${version}"` },
      body: JSON.stringify(body),
    }),
    { params: Promise.resolve({ deploymentId: id }) },
  );
}

async function reviewed(slug: string, body: unknown): Promise<Proposal> {
  const { id, version } = await proposalOf(slug);
  const response = await patch(id, version, body);
  const answer = (await response.json()) as ReviewResponse;
  expect({ status: response.status, answer }).toMatchObject({ status: 200 });
  return answer.deployment;
}

async function refused(slug: string, body: unknown): Promise<Problem> {
  const { id, version } = await proposalOf(slug);
  const response = await patch(id, version, body);
  expect(response.status).toBeGreaterThanOrEqual(400);
  return (await response.json()) as Problem;
}

async function preview(body: unknown): Promise<PreviewResponse> {
  const request = new Request("http://localhost:3000/api/v1/discovery/preview", {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  const response = await PREVIEW(request, nowhere);
  expect(response.status).toBe(200);
  return (await response.json()) as PreviewResponse;
}

async function listed(): Promise<DeploymentsResponse["deployments"]> {
  const response = await LIST(new Request("http://localhost:3000/api/v1/deployments", { headers }), nowhere);
  return ((await response.json()) as DeploymentsResponse).deployments;
}

test("what is there is told by source, and proposals show before anybody accepts them", async () => {
  const { sources, deployments } = await discovery();
  expect(sources).toMatchObject([{ slug: "prometheus", instances: 4 }]);
  expect(deployments.map(({ slug, review, managedBy }) => [slug, review, managedBy])).toEqual([
    ["chat", "proposed", "discovered"],
    ["chat-2", "proposed", "discovered"],
    ["code", "proposed", "discovered"],
  ]);
  expect((await listed()).every(({ isListed }) => isListed)).toBe(true);
});

test("a name of one's own survives discovery, and the old address leads to the new one", async () => {
  const renamed = await reviewed("chat", { title: "Support chat" });
  expect(renamed).toMatchObject({
    slug: "support-chat",
    title: "Support chat",
    discoveredTitle: "chat",
    managedBy: "person",
    formerSlugs: ["chat"],
    version: 2,
  });
  await discoverDeployments();
  expect(await resolveDeployment("chat")).toMatchObject({ slug: "support-chat", title: "Support chat" });
  const back = await reviewed("support-chat", { title: null });
  expect(back).toMatchObject({ slug: "chat", title: "chat", managedBy: "discovered" });
  expect(await resolveDeployment("support-chat")).toMatchObject({ slug: "chat" });
});

test("a name that another has gets an address of its own", async () => {
  expect(await reviewed("chat", { title: "code" })).toMatchObject({ title: "code", slug: "code-2" });
});

test("selectors of one's own stand beside those discovered, and discovery leaves them", async () => {
  const pools = [{ role: "both", selectors: [{ model_name: "chat", instance: "chat:1" }] }];
  const edited = await reviewed("chat", { pools });
  expect(edited.pools).toEqual(pools);
  expect(edited.discoveredPools).toEqual([
    { role: "both", selectors: [{ model_name: "chat", job: "chat" }] },
  ]);
  await discoverDeployments();
  expect(await resolveDeployment("chat")).toMatchObject({ pools, instances: ["chat:1"] });
  const elsewhere = [{ role: "both", selectors: [{ model_name: "code" }] }];
  await reviewed("chat", { pools: elsewhere });
  await discoverDeployments();
  expect(await resolveDeployment("chat")).toMatchObject({ instances: ["code:1"] });
  expect((await proposalOf("chat")).overlaps).toMatchObject([{ slug: "code" }]);
  const back = await reviewed("chat", { pools: null });
  expect(back).toMatchObject({ discoveredPools: null, managedBy: "discovered" });
});

test("a choice is tried before it is saved", async () => {
  const { id } = await proposalOf("chat");
  const whole = await preview({ deployment: id });
  expect(whole.instances).toEqual(["chat:1", "chat:2"]);
  expect(whole.readings.running).toMatchObject({ kind: "present", value: 7 });
  const pools = [{ role: "both", selectors: [{ model_name: "chat", instance: "chat:2" }] }];
  const narrowed = await preview({ deployment: id, pools });
  expect(narrowed.readings.running).toMatchObject({ kind: "present", value: 4 });
  expect(narrowed.readings.ttftP95).toMatchObject({ kind: "absent" });
  const code = await proposalOf("code");
  const merged = await preview({ deployment: id, mergeWith: [code.id] });
  expect(merged.readings.running).toMatchObject({ kind: "present", value: 12 });
  const nothing = await preview({
    deployment: id,
    pools: [{ role: "both", selectors: [{ model_name: 'no "such" \\ model\n' }] }],
  });
  expect(nothing.instances).toEqual([]);
  expect(nothing.readings.running.kind).toBe("absent");
  expect((await resolveDeployment("chat")).pools[0]?.selectors).toEqual([
    { model_name: "chat", job: "chat" },
  ]);
});

const wrong: readonly (readonly [unknown, RegExp])[] = [
  [{ pools: [] }, /1 to 8 pools/],
  [{ pools: [{ role: "router", selectors: [{ job: "x" }] }] }, /serve the model/],
  [{ pools: [{ role: "both", selectors: [{}] }] }, /at least one label with a value/],
  [{ pools: [{ role: "both", selectors: [{ "a b": "x" }] }] }, /not a label's name/],
  [{ pools: [{ role: "both", selectors: [{ __name__: "x" }] }] }, /leave __name__ out/],
  [{ pools: [{ role: "both", selectors: [{ job: "x".repeat(300) }] }] }, /300 characters/],
  [{ title: " " }, /Give it a name/],
  [{ title: "a\nb" }, /One line/],
  [{ title: "x".repeat(101) }, /At most 100/],
  [{}, /say what to change/],
  [{ review: "gone" }, /review/],
  [{ role: "router" }, /goes with mergedInto/],
];

test("what cannot be is refused with what is wrong, and changes nothing", async () => {
  const before = await proposalOf("chat");
  for (const [body, detail] of wrong)
    expect(await refused("chat", body)).toMatchObject({
      code: "invalid-input",
      detail: expect.stringMatching(detail),
    });
  expect(await proposalOf("chat")).toEqual(before);
});

test("an edit made on an older version is refused", async () => {
  const { id, version } = await proposalOf("chat");
  expect((await patch(id, version, { review: "accepted" })).status).toBe(200);
  expect((await patch(id, version, { review: "hidden" })).status).toBe(412);
  expect((await patch("01900000-0000-7000-8000-000000000000", 1, { review: "hidden" })).status).toBe(404);
});

test("a hidden deployment leaves pickers; its address still works", async () => {
  await reviewed("code", { review: "hidden" });
  await discoverDeployments();
  expect((await listed()).find(({ slug }) => slug === "code")).toMatchObject({ isListed: false });
  expect(await resolveDeployment("code")).toMatchObject({ slug: "code", review: "hidden" });
});

test("merged, one has the other's series, instances, events and links; split off, they are two again", async () => {
  await reviewed("code", { title: "Coder" });
  await reviewed("coder", { title: null });
  const [chat, code] = [await proposalOf("chat"), await proposalOf("code")];
  await withChange(systemPrincipal, "test", (transaction) =>
    recordEvent(transaction, {
      kind: "scaling",
      atMs: Date.now() - 1_000,
      title: "1 → 2 instances",
      sourceId: null,
      deploymentId: code.id,
      from: "1",
      to: "2",
      derivedFrom: "test",
    }),
  );
  const part = await reviewed("code", { mergedInto: chat.id });
  expect(part.mergedInto).toMatchObject({ slug: "chat" });
  expect((await proposalOf("chat")).parts).toMatchObject([{ slug: "code" }]);
  await discoverDeployments();
  const whole = await resolveDeployment("code");
  expect(whole).toMatchObject({ slug: "chat", instances: ["chat:1", "chat:2", "code:1"] });
  expect(whole.pools).toEqual([
    {
      role: "both",
      selectors: [
        { model_name: "chat", job: "chat" },
        { model_name: "code", job: "code" },
      ],
    },
  ]);
  expect((await database().event.findFirstOrThrow()).deploymentId).toBe(chat.id);
  expect((await listed()).map(({ slug }) => slug)).not.toContain("code");
  expect(await resolveDeployment("coder")).toMatchObject({ slug: "chat" });

  await reviewed("code", { mergedInto: null });
  expect(await resolveDeployment("code")).toMatchObject({ slug: "code", instances: ["code:1"] });
  expect(await resolveDeployment("coder")).toMatchObject({ slug: "code" });
  expect(await resolveDeployment("chat")).toMatchObject({ instances: ["chat:1", "chat:2"] });
});

test("a gateway before an engine is seen, and can be joined as its router, whose series are not the engine's", async () => {
  expect(await proposalOf("chat")).toMatchObject({ behind: [{ slug: "chat-2" }] });
  const chat = await proposalOf("chat");
  expect(await proposalOf("chat-2")).toMatchObject({ inFrontOf: [{ slug: "chat" }] });
  expect((await refused("chat-2", { mergedInto: chat.id })).detail).toMatch(/as its router/);
  await reviewed("chat-2", { mergedInto: chat.id, role: "router" });
  const whole = await resolveDeployment("chat");
  expect(whole.pools.map(({ role }) => role)).toEqual(["both", "router"]);
  expect(whole.instances).toEqual(["chat:1", "chat:2"]);
  const { readings } = await preview({ deployment: chat.id });
  expect(readings.running).toMatchObject({ kind: "present", value: 7 });
});

test("merges that cannot be are told why", async () => {
  const chat = await proposalOf("chat");
  expect((await refused("chat", { mergedInto: chat.id })).detail).toMatch(/into itself/);
  const gateway = await proposalOf("chat-2");
  expect((await refused("code", { mergedInto: gateway.id })).detail).toMatch(/one engine/);
  await reviewed("code", { mergedInto: chat.id });
  const code = await proposalOf("code");
  expect((await refused("chat", { mergedInto: code.id })).detail).toMatch(/part of another/);
});
