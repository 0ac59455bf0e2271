/** A deployment, baselines, gate runs, events and a notice of one team. */
import { POST as IMPORT } from "@/app/api/v1/baselines/import/route";
import { DELETE } from "@/app/api/v1/baselines/[baselineId]/route";
import { POST as SET_DEFAULT } from "@/app/api/v1/baselines/[baselineId]/default/route";
import { POST as CREATE_GATE } from "@/app/api/v1/gates/route";
import { POST as OPEN } from "@/app/api/v1/investigations/route";
import { POST as CREATE_TEMPLATE } from "@/app/api/v1/investigations/templates/route";
import type { BaselineDocument } from "@/lib/model/baseline/baseline-document";
import { getDatabase } from "@/lib/server/db/client";
import { unreachableUrl } from "@/tests/support/server/server-environment";
import { createBaselineDocument } from "@/tests/support/sample-data/baseline-document";
import type { TeamObjects } from "./object-rows";
import { host } from "./people-fixture";

export interface OwnedObjects extends TeamObjects {
  /** Belongs to the deployment. */
  readonly document: BaselineDocument;
  readonly documentWithoutDeployment: BaselineDocument;
}

type Handler = (request: Request, context: { readonly params: Promise<unknown> }) => Promise<Response>;
type Headers = Readonly<Record<string, string>>;

const slug = "chat";
const rules = ["ttft.p95=10%"];
let serial = 0;

async function write(
  handler: Handler,
  headers: Headers,
  { method = "POST", query = "", body = {} as unknown, id = "" },
): Promise<Record<string, unknown>> {
  const request = new Request(`http://${host}/api?${query}`, {
    method,
    headers: {
      host,
      origin: `http://${host}`,
      "content-type": "application/json",
      "idempotency-key": `team-objects-${(serial += 1)}`,
      "if-match": '"1"',
      ...headers,
    },
    body: JSON.stringify(body),
  });
  const response = await handler(request, { params: Promise.resolve(id === "" ? {} : { baselineId: id }) });
  const answer = (await response.json()) as Record<string, unknown>;
  if (!response.ok) throw new Error(JSON.stringify(answer));
  return answer;
}

/** Adds the objects with the requests of an admin. */
export async function addTeamObjects(teamId: string, admin: Headers): Promise<OwnedObjects> {
  const deploymentId = await addDeployment(teamId, slug);
  const document = createBaselineDocument({ slug, endMs: Date.now() - 3_600_000 });
  const capture = async (name: string, visibility: string): Promise<string> => {
    const query = new URLSearchParams({ name, visibility, teamId }).toString();
    const { baseline } = await write(IMPORT, admin, { query, body: document });
    return (baseline as { readonly id: string }).id;
  };
  const run = async (baseline: string): Promise<string> => {
    const { gate } = await write(CREATE_GATE, admin, { body: { deployment: slug, baseline, rules } });
    return (gate as { readonly id: string }).id;
  };
  const hiddenName = "Unannounced model";
  const openId = await capture("Usual week", "open");
  const otherOpenId = await capture("Another usual week", "open");
  const hiddenId = await capture(hiddenName, "team");
  const formerId = await capture(`${hiddenName}, first attempt`, "team");
  const gateId = await run(hiddenId);
  const formerGateId = await run(formerId);
  await write(DELETE, admin, { method: "DELETE", id: formerId });
  await write(SET_DEFAULT, admin, { id: openId, body: { reason: "stable" } });
  const openInvestigation = async (owner: object): Promise<number> => {
    const body = { title: "Slow first tokens", deployments: [slug], ...owner };
    const { investigation } = await write(OPEN, admin, { body });
    return (investigation as { readonly number: number }).number;
  };
  const investigations = {
    open: await openInvestigation({ teamId }),
    hidden: await openInvestigation({ teamId, visibility: "team" }),
    shared: await openInvestigation({}),
  };
  await relate(investigations.shared, investigations.hidden);
  const { template } = await write(CREATE_TEMPLATE, admin, { body: { name: "Slow tokens", teamId } });
  const at = new Date();
  const event = { at, deploymentId, origin: "manual", author: "operator" };
  const deploy = await getDatabase().event.create({ data: { ...event, kind: "deploy", title: "v1" } });
  const comment = await getDatabase().event.create({ data: { ...event, kind: "comment", title: "slow" } });
  const fleetEvent = await getDatabase().event.create({
    data: { ...event, deploymentId: null, kind: "deploy", title: "v1 everywhere" },
  });
  const notice = await getDatabase().notice.create({
    data: { kind: "new-deployment", at, title: "New", detail: "", deploymentId, deduplicationKey: "test" },
  });
  return {
    slug,
    deploymentId,
    openId,
    otherOpenId,
    hiddenId,
    hiddenName,
    gateId,
    formerGateId,
    eventId: deploy.id,
    commentId: comment.id,
    fleetEventId: fleetEvent.id,
    noticeId: notice.id,
    teamId,
    templateId: (template as { readonly id: string }).id,
    investigations,
    document,
    documentWithoutDeployment: createBaselineDocument({ slug: "unknown", endMs: Date.now() }),
  };
}

async function relate(number: number, relatedNumber: number): Promise<void> {
  const find = (one: number) => getDatabase().investigation.findUniqueOrThrow({ where: { number: one } });
  const [from, to] = [await find(number), await find(relatedNumber)];
  const ends = { investigationId: from.id, relatedId: to.id };
  await getDatabase().investigationRelation.create({
    data: { ...ends, kind: "related", author: "operator", createdAt: new Date() },
  });
}

/** Returns the objects with hidden ones replaced by objects that do not exist. */
export function unknownObjects(objects: OwnedObjects): OwnedObjects {
  const unknownId = "01900000-0000-7000-8000-000000000000";
  return {
    ...objects,
    hiddenId: unknownId,
    gateId: unknownId,
    formerGateId: unknownId,
    templateId: unknownId,
    hiddenName: "No such baseline",
    investigations: { ...objects.investigations, hidden: 999_999 },
  };
}

/** Adds a deployment that no source contains. Returns its id. */
export async function addDeployment(teamId: string | null, name: string): Promise<string> {
  const source = await getDatabase().source.upsert({
    where: { slug: "prometheus" },
    create: {
      slug: "prometheus",
      title: "Prometheus",
      kind: "prometheus",
      url: unreachableUrl,
      managedBy: "environment",
      setBy: "PROMETHEUS_URL",
    },
    update: {},
  });
  const shape = {
    version: 2,
    pools: [{ role: "both", selectors: [{ model_name: name }] }],
    instances: [],
    traceServices: [],
    attachments: [],
    metricNames: [],
    copyLabels: [],
    remarks: [],
  };
  const names = { slug: name, title: name, model: name, identity: name };
  const times = { firstSeenAt: new Date(), lastSeenAt: new Date() };
  const data = { ...names, ...times, engine: "vllm", shape, metricsSourceId: source.id, teamId };
  return (await getDatabase().deployment.create({ data })).id;
}
