import { allSources } from "@/lib/model/sources/source-scope";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { GET as EXPORTERS } from "@/app/api/v1/deployments/[deploymentId]/exporters/route";
import { PATCH } from "@/app/api/v1/deployments/[deploymentId]/route";
import { POST as PREVIEW } from "@/app/api/v1/discovery/preview/route";
import type { DeploymentExportersResponse } from "@/lib/contracts/deployment-exporters";
import type { DiscoveryPreviewResponse, ReviewResponse } from "@/lib/contracts/discovery";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { resolveDeployment } from "@/lib/services/deployments/resolve-deployment";
import {
  writeGaugeLines,
  openStoredFixture,
  type StoredFixture,
} from "@/tests/support/server/stored-fixture";

let stage: StoredFixture;

beforeAll(async () => {
  stage = await openStoredFixture(exposition());
});

/**
 * chat: a loopback address in a namespace with two database services, two GPUs, and a database in a different
 * namespace. code: a pod that one GPU names.
 */
function exposition(): string {
  const lines = (name: string, labels: string, value: number): string =>
    writeGaugeLines(name, labels, value).join("\n");
  const running = (model: string, where: string) =>
    lines("vllm:num_requests_running", `model_name="${model}",job="${model}",namespace="prod",${where}`, 3);
  const gpu = (where: string, mebibytes: number) => lines("DCGM_FI_DEV_FB_USED", where, mebibytes);
  const database = (where: string, backends: number) =>
    lines("pg_stat_database_numbackends", where, backends);
  return [
    "# TYPE vllm:num_requests_running gauge",
    running("chat", 'instance="localhost:8000"'),
    running("code", 'instance="10.1.0.9:8000",pod="code-0"'),
    "# TYPE DCGM_FI_DEV_FB_USED gauge",
    gpu('Hostname="n1",gpu="0",instance="localhost:9400"', 1_000),
    gpu('pod="code-0",namespace="prod",Hostname="n2",gpu="0",instance="n2:9400"', 2_000),
    "# TYPE pg_stat_database_numbackends gauge",
    database('job="features",namespace="prod",instance="db:9187"', 12),
    database('job="billing",namespace="prod",instance="db:9188"', 5),
    database('job="far",namespace="test",instance="db:9189"', 1),
    "# EOF\n",
  ].join("\n");
}

beforeEach(async () => {
  await stage.begin();
  expect(await discoverDeployments()).toEqual({ discoveredCount: 2, isStored: true });
});

afterAll(() => stage.close());

const headers = { host: "localhost:3000", "content-type": "application/json" };
const address = "http://localhost:3000/api/v1";

async function listTargets(slug: string): Promise<readonly (readonly [fit: string, selector: unknown])[]> {
  const { id } = await resolveDeployment(slug, allSources);
  const response = await EXPORTERS(new Request(`${address}/deployments/${id}/exporters`, { headers }), {
    params: Promise.resolve({ deploymentId: id }),
  });
  const answer = (await response.json()) as DeploymentExportersResponse;
  expect({ status: response.status, answer }).toMatchObject({ status: 200 });
  return answer.targets.map(({ fit, selector, usedBy }) => [[fit, ...usedBy].join(" "), selector] as const);
}

const features = { namespace: "prod", job: "features", instance: "db:9187" };
const billing = { namespace: "prod", job: "billing", instance: "db:9188" };
const far = { namespace: "test", job: "far", instance: "db:9189" };
const held = { namespace: "prod", pod: "code-0" };

test("joins targets that labels prove, offers possible ones, and lists unrelated ones", async () => {
  expect((await resolveDeployment("chat", allSources)).attachments).toEqual([]);
  expect(await listTargets("chat")).toEqual([
    ["possible", { Hostname: "n1" }],
    ["possible", billing],
    ["possible", features],
    ["elsewhere code", held],
    ["elsewhere", far],
  ]);
  expect(await listTargets("code")).toEqual([
    ["joined", held],
    ["possible", billing],
    ["possible", features],
    ["elsewhere", { Hostname: "n1" }],
    ["elsewhere", far],
  ]);
});

test("previews attached exporters, keeps them through discovery, and restores the discovered ones", async () => {
  const { id } = await resolveDeployment("chat", allSources);
  const attachments = [{ exporter: "postgres", selectors: [features] }];
  const request = new Request(`${address}/discovery/preview`, {
    method: "POST",
    headers,
    body: JSON.stringify({ deploymentId: id, attachments }),
  });
  const tried = (await (
    await PREVIEW(request, { params: Promise.resolve({}) })
  ).json()) as DiscoveryPreviewResponse;
  expect(tried.attachments).toEqual([{ exporter: "postgres", title: "postgres_exporter" }]);
  expect(tried.signals.find(({ signal }) => signal === "db-connections")?.headline).toMatchObject({
    kind: "present",
    value: 12,
  });
  const edited = await review(id, 1, { attachments });
  expect(edited).toMatchObject({ hasEditedAttachments: true, managedBy: "person" });
  await discoverDeployments();
  expect((await resolveDeployment("chat", allSources)).attachments).toEqual(attachments);
  const targets = await listTargets("chat");
  expect(targets).toContainEqual(["joined", features]);
  expect(targets).toContainEqual(["elsewhere", billing]);
  expect(await review(id, 2, { attachments: null })).toMatchObject({ hasEditedAttachments: false });
  expect((await resolveDeployment("chat", allSources)).attachments).toEqual([]);
});

test("joins exporters to the servers of edited selectors", async () => {
  const { id } = await resolveDeployment("chat", allSources);
  const pools = [{ role: "both", selectors: [{ model_name: "code", instance: "10.1.0.9:8000" }] }];
  await review(id, 1, { pools });
  await discoverDeployments();
  expect((await resolveDeployment("chat", allSources)).attachments).toEqual([
    { exporter: "dcgm", selectors: [held] },
  ]);
  await review(id, 2, { pools: null });
  await discoverDeployments();
  expect((await resolveDeployment("chat", allSources)).attachments).toEqual([]);
});

async function review(id: string, version: number, body: unknown): Promise<ReviewResponse["deployment"]> {
  const request = new Request(`${address}/deployments/${id}`, {
    method: "PATCH",
    headers: { ...headers, "if-match": `"${version}"` },
    body: JSON.stringify(body),
  });
  const response = await PATCH(request, { params: Promise.resolve({ deploymentId: id }) });
  const answer = (await response.json()) as ReviewResponse;
  expect({ status: response.status, answer }).toMatchObject({ status: 200 });
  return answer.deployment;
}
