/** Fills the fields of people and programs with texts that contain scripts. */
import { expect, type Page } from "@playwright/test";
import pg from "pg";
import { createBaselineDocument } from "../sample-data/baseline-document";
import { createPayloadSource, joinPayloads } from "./script-payloads";

const text = createPayloadSource();

/** Browser of a person who signed in, and the address of the app. */
export interface PageVisit {
  readonly page: Page;
  readonly url: string;
}

type Body = Readonly<Record<string, unknown>>;

/** Sends a change as the person of the page. */
async function write<T>({ page, url }: PageVisit, path: string, data: Body, version?: number): Promise<T> {
  const guard =
    version === undefined ? { "idempotency-key": crypto.randomUUID() } : { "if-match": `"${version}"` };
  const response = await page.request.fetch(`${url}/api/v1/${path}`, {
    method: version === undefined ? "POST" : "PATCH",
    headers: { origin: url, ...guard },
    data,
  });
  expect(response.ok(), `${path}: ${await response.text()}`).toBe(true);
  return (await response.json()) as T;
}

/** Gives every person a name of payloads. */
export async function renamePeopleToPayloads(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query("update people set name = $1", [text(100)]);
  await client.end();
}

/** Stores the settings of an organisation. Returns the id of a team. */
export async function storePayloadSettings(visit: PageVisit): Promise<string> {
  const { teamId } = await write<{ readonly teamId: string }>(visit, "teams", { name: text(60) });
  const role = "editor";
  const account = { name: text(100), role, teamId };
  const { accountId } = await write<{ readonly accountId: string }>(visit, "service-accounts", account);
  const token = { name: text(80), scopes: ["read"] };
  await write(visit, `service-accounts/${accountId}/tokens`, token);
  await write(visit, "tokens", token);
  await write(visit, "displays", {
    name: text(60),
    pages: ["overview"],
    deployment: null,
    period: "now-1h",
    lifetimeDays: null,
  });
  await write(visit, "webhooks", {
    name: text(80),
    url: "http://127.0.0.1:9/x?a=<script>alert(1)</script>",
  });
  await write(visit, "investigations/templates", {
    name: text(80),
    title: text(200),
    steps: { optimise: { items: [text(200)], answers: { change: text(1_000) } } },
  });
  return teamId;
}

/** Stores events of every kind. */
export async function storePayloadEvents(visit: PageVisit): Promise<void> {
  const value = text(200);
  for (let index = 0; index < 10; index += 1)
    await write(visit, "events", { kind: "deploy", title: text(200) });
  await write(visit, "events", { kind: "comment", title: text(200) });
  await write(visit, "events", { kind: "exclusion", reason: "maintenance", title: text(200) });
  const path = "engine.flags.max_num_seqs";
  await write(visit, "events", {
    kind: "configuration",
    title: text(200),
    path,
    fromValue: value,
    toValue: value,
  });
}

/** Imports a document whose free texts are payloads. Returns the id of the baseline. */
export async function storePayloadBaseline(visit: PageVisit): Promise<string> {
  const document = createBaselineDocument({
    slug: "elsewhere",
    endMs: Date.now() - 3_600_000,
    queries: joinPayloads(20_000, "\n").map((one) => one),
  });
  const { deployment, provenance } = document;
  Object.assign(deployment, {
    title: text(200),
    model: text(300),
    engine: text(80),
    engineVersion: text(300),
  });
  Object.assign(provenance, {
    author: text(200),
    productVersion: text(100),
    source: text(200),
    sourceVersion: text(200),
    sampling: text(500),
  });
  document.concerns = [{ kind: "few-requests", detail: text(1_000) }];
  const path = `baselines/import?name=${encodeURIComponent(text(120))}`;
  const { baseline } = await write<{ readonly baseline: { readonly id: string } }>(visit, path, {
    ...document,
  });
  return baseline.id;
}

/** Opens an investigation in which every long field contains all payloads. Returns its number. */
export async function storePayloadInvestigation(visit: PageVisit, teamId: string): Promise<number> {
  const opened = await write<{
    readonly investigation: { readonly number: number; readonly version: number };
  }>(visit, "investigations", { title: text(200), teamId });
  const { number, version } = opened.investigation;
  const at = `investigations/${number}`;
  const links = [{ kind: "ticket", title: text(200), url: "https://example.com/<script>alert(1)</script>" }];
  await write(visit, at, { links }, version);
  for (const one of joinPayloads(10_000, "\n\n")) {
    await write(visit, `${at}/comments`, { text: one });
    await write(visit, `${at}/timeline`, { text: one, atMs: Date.now() });
  }
  for (const one of joinPayloads(20_000, "\n\n"))
    await write(visit, `${at}/evidence`, { kind: "note", title: text(200), text: one });
  for (const statement of joinPayloads(1_000, " "))
    await write(visit, `${at}/hypotheses`, { statement, layer: "system", causeClass: text(60) });
  const [first = "", second = "", third = ""] = joinPayloads(10_000, "\n");
  const answers = { "present-value": first, "critical-path": `${second}${third}`.slice(0, 10_000) };
  await write(visit, `${at}/steps/define-baseline`, { round: 1, answers, checked: [] }, 1);
  await write(visit, `${at}/drafts`, { part: "comment", document: text(1_000) });
  const [problem = "", cause = "", fix = "", effect = ""] = joinPayloads(5_000, "\n\n");
  const study = { title: text(200), problem, cause, fix, effect };
  await write(visit, `${at}/case-study`, { ...study, causeClass: text(60), isPublished: false }, 0);
  return number;
}
