/** Settings and added rows, stored in versions in a real PostgreSQL. */
import { allSources } from "@/lib/model/sources/source-scope";
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { GET as versionsOf, PATCH } from "@/app/api/v1/deployments/[deploymentId]/roofline-setting/route";
import {
  GET as acceleratorVersions,
  PATCH as editAccelerator,
} from "@/app/api/v1/roofline/accelerators/[entryId]/route";
import { GET as accelerators, POST as addAccelerator } from "@/app/api/v1/roofline/accelerators/route";
import { GET as exported } from "@/app/api/v1/roofline/export/route";
import { POST as imported } from "@/app/api/v1/roofline/import/route";
import { GET as modelVersions, PATCH as editModel } from "@/app/api/v1/roofline/models/[entryId]/route";
import { GET as models, POST as addModel } from "@/app/api/v1/roofline/models/route";
import { POST as previewModel } from "@/app/api/v1/roofline/model-previews/route";
import { GET as roofline } from "@/app/api/v1/roofline/route";
import type { RooflinePageData } from "@/lib/contracts/roofline/roofline";
import type {
  EditRooflineSettingBody,
  RooflineSettingVersionsResponse,
} from "@/lib/contracts/roofline/roofline-setting";
import type {
  AcceleratorsResponse,
  AcceleratorVersionsResponse,
  ImportResponse,
  ModelResponse,
  ModelsResponse,
  ModelVersionsResponse,
  PreviewModelResponse,
  RooflineExport,
} from "@/lib/contracts/roofline/roofline-tables";
import type { Problem } from "@/lib/model/problem";
import { getDatabase } from "@/lib/server/db/client";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { resolveDeployment } from "@/lib/services/deployments/resolve-deployment";
import { sentenceText } from "@/tests/support/sentence-text";
import {
  openStoredFixture,
  writeRunningGauges,
  type StoredFixture,
} from "@/tests/support/server/stored-fixture";

let stage: StoredFixture;
let chatId = "";
let otherId = "";

beforeAll(async () => {
  stage = await openStoredFixture(
    writeRunningGauges(["chat", "other"].map((model) => ({ model, job: model, instance: `${model}:1` }))),
  );
  await stage.begin();
  await discoverDeployments();
  chatId = (await resolveDeployment("chat", allSources)).id;
  otherId = (await resolveDeployment("other", allSources)).id;
});
afterAll(() => stage.close());

type RouteHandler = (
  request: Request,
  context: { params: Promise<Record<string, string>> },
) => Promise<Response>;
let serial = 0;

interface Call {
  readonly body?: unknown;
  readonly ifMatch?: number;
  readonly key?: string;
  readonly params?: Record<string, string>;
  readonly query?: string;
}

function call(
  handler: RouteHandler,
  method: string,
  { body, ifMatch, key, params = {}, query = "" }: Call = {},
) {
  const headers = {
    host: "localhost:3000",
    "content-type": "application/json",
    "idempotency-key": key ?? `roofline-test-${(serial += 1)}`,
    ...(ifMatch === undefined ? {} : { "if-match": `"${ifMatch}"` }),
  };
  const sent = method === "GET" ? {} : { body: JSON.stringify(body) };
  const request = new Request(`http://localhost:3000/api/v1/any${query}`, { method, headers, ...sent });
  return handler(request, { params: Promise.resolve(params) });
}

async function answer<T>(response: Response, status = 200): Promise<T> {
  const body: unknown = await response.json();
  if (response.status !== status) throw new Error(`${response.status}: ${JSON.stringify(body)}`);
  return body as T;
}

async function refused(response: Response): Promise<readonly [number, string]> {
  const { detail } = (await response.json()) as Problem;
  return [response.status, detail];
}

const edit = (body: EditRooflineSettingBody, ifMatch: number, deploymentId = chatId) =>
  call(PATCH, "PATCH", { body, ifMatch, params: { deploymentId } });

const lab = {
  name: "Lab card X1",
  vendor: "Lab",
  family: "X",
  memoryBytes: 96e9,
  memoryKind: "HBM3",
  bandwidthBytesPerSecond: 4e12,
  peakFlopsPerSecond: { bf16: 1e15, fp8: 2e15 },
  link: { kind: "none", bidirectionalBytesPerSecond: null },
  deviceNames: ["Lab X1*"],
  sources: ["measured here"],
};

const config = {
  model_type: "llama",
  num_hidden_layers: 32,
  hidden_size: 4096,
  num_attention_heads: 32,
  num_key_value_heads: 8,
  intermediate_size: 14336,
  vocab_size: 128256,
  max_position_embeddings: 131072,
  tie_word_embeddings: false,
  torch_dtype: "bfloat16",
};

test("a choice is a version: the newest applies, older ones stay, and an outdated edit is refused", async () => {
  expect(await refused(await edit({ model: "llama-3.1-8b" }, 3))).toEqual([
    412,
    expect.stringMatching(/current version is 0/),
  ]);
  await answer(await edit({ model: "llama-3.1-8b", accelerator: "h100-sxm", tensorParallel: 1 }, 0));
  await answer(await edit({ accelerator: null, price: { perAcceleratorHour: 2.5, currency: "EUR" } }, 1));
  const { version, versions } = await answer<RooflineSettingVersionsResponse>(
    await call(versionsOf, "GET", { params: { deploymentId: chatId } }),
  );
  expect(version).toBe(2);
  expect(versions.map(({ chosen }) => chosen)).toEqual([
    { model: "llama-3.1-8b", tensorParallel: 1, price: { perAcceleratorHour: 2.5, currency: "EUR" } },
    { model: "llama-3.1-8b", accelerator: "h100-sxm", tensorParallel: 1 },
  ]);
  expect(versions.every(({ author, atMs }) => author === "operator" && atMs > 0)).toBe(true);
});

test("of two edits of the same version one is written", async () => {
  const [left, right] = await Promise.all([edit({ maxBatch: 64 }, 2), edit({ maxBatch: 128 }, 2)]);
  expect(new Set([left.status, right.status])).toEqual(new Set([200, 412]));
  expect(await getDatabase().rooflineSetting.count({ where: { deploymentId: chatId } })).toBe(3);
});

test("refuses unknown rows, counts that cannot be divided, and an empty edit", async () => {
  expect(await refused(await edit({ model: "gpt-9" }, 3))).toEqual([
    400,
    expect.stringMatching(/no model gpt-9/),
  ]);
  expect(await refused(await edit({ accelerator: "x9" }, 3))).toEqual([
    400,
    expect.stringMatching(/no accelerator x9/),
  ]);
  const shared = await edit({ acceleratorCount: 3, tensorParallel: 2 }, 3);
  expect(await refused(shared)).toEqual([400, expect.stringMatching(/3 GPUs cannot be divided/)]);
  expect(await refused(await edit({}, 3))).toEqual([
    400,
    expect.stringMatching(/at least one field to change/),
  ]);
  const unset = "01900000-0000-7000-8000-000000000000";
  expect((await edit({ maxBatch: 8 }, 0, unset)).status).toBe(404);
});

test("the page returns each fact with its version and the missing facts", async () => {
  const pageData = await answer<RooflinePageData>(await call(roofline, "GET", { query: "?deployment=chat" }));
  expect(pageData.setting.version).toBe(3);
  expect(pageData.setting.model).toMatchObject({
    value: { id: "llama-3.1-8b", title: "Llama-3.1-8B" },
    origin: { kind: "chosen", author: "operator", version: 1 },
  });
  expect(pageData.setting.accelerator).toMatchObject({ state: "unknown", isOptional: false });
  expect(pageData.setting.missing).toEqual(["accelerator"]);
  expect(pageData.pools).toEqual([]);
  expect(pageData.unavailableReason).not.toBeNull();
  expect(pageData.emptyWindow).toBeNull();
});

test("a window before the first sample has no data, and requests no input", async () => {
  const pageData = await answer<RooflinePageData>(
    await call(roofline, "GET", { query: "?deployment=chat&from=1700000000000&to=1700003600000" }),
  );
  const { lastSeenAtMs } = await resolveDeployment("chat", allSources);
  expect(pageData.emptyWindow).toEqual({ newestDataAtMs: lastSeenAtMs });
  expect(sentenceText(pageData.unavailableReason ?? [])).toMatch(
    /^No data in this window\. .+ has no samples of .+ for this time\. Choose another window\.$/,
  );
  expect(pageData.pools).toEqual([]);
});

test("an accelerator: a repeated request adds it once, edits are versions, and it can be retired", async () => {
  const key = "lab-card-once";
  const first = await call(addAccelerator, "POST", { body: { accelerator: lab }, key });
  const again = await call(addAccelerator, "POST", { body: { accelerator: lab }, key });
  expect([first.status, again.status]).toEqual([201, 201]);
  expect(await again.json()).toEqual(await first.json());
  const second = await call(addAccelerator, "POST", { body: { accelerator: lab } });
  expect(await refused(second)).toEqual([409, expect.stringMatching(/lab-card-x1 already exists/)]);
  const own = await call(addAccelerator, "POST", { body: { accelerator: { ...lab, name: "H100 SXM" } } });
  expect(await own.clone().json()).toMatchObject({ errors: [{ pointer: "#/accelerator/name" }] });
  expect(await refused(own)).toEqual([409, expect.stringMatching(/built-in accelerator has the id/)]);

  const params = { entryId: "lab-card-x1" };
  const faster = { accelerator: { ...lab, bandwidthBytesPerSecond: 5e12 } };
  expect((await call(editAccelerator, "PATCH", { body: faster, ifMatch: 4, params })).status).toBe(412);
  await answer(await call(editAccelerator, "PATCH", { body: faster, ifMatch: 1, params }));
  const rows = async () =>
    (await answer<AcceleratorsResponse>(await call(accelerators, "GET"))).accelerators.filter(
      ({ provenance }) => provenance.kind === "added",
    );
  expect(await rows()).toMatchObject([
    {
      accelerator: { id: "lab-card-x1", bandwidthBytesPerSecond: 5e12, confidence: "stated" },
      provenance: { version: 2, author: "operator" },
    },
  ]);
  const { versions } = await answer<AcceleratorVersionsResponse>(
    await call(acceleratorVersions, "GET", { params }),
  );
  expect(versions.map(({ document }) => document.accelerator.bandwidthBytesPerSecond)).toEqual([5e12, 4e12]);

  await answer(await edit({ accelerator: "lab-card-x1" }, 3));
  const restored = { restoreVersion: 1 };
  expect((await call(editAccelerator, "PATCH", { body: restored, ifMatch: 1, params })).status).toBe(412);
  expect(
    await refused(await call(editAccelerator, "PATCH", { body: { restoreVersion: 9 }, ifMatch: 2, params })),
  ).toEqual([404, expect.stringContaining("no version 9")]);
  await answer(await call(editAccelerator, "PATCH", { body: restored, ifMatch: 2, params }));
  const after = await answer<AcceleratorVersionsResponse>(await call(acceleratorVersions, "GET", { params }));
  expect(after.versions.map(({ version }) => version)).toEqual([3, 2, 1]);
  expect(after.versions[0]?.document).toEqual(after.versions[2]?.document);
  expect(after.versions[0]?.document).not.toEqual(after.versions[1]?.document);
  await answer(await call(editAccelerator, "PATCH", { body: { isRetired: true }, ifMatch: 3, params }));
  expect(await rows()).toEqual([]);
  const retired = async () => (await answer<AcceleratorsResponse>(await call(accelerators, "GET"))).retired;
  expect(await retired()).toMatchObject([
    { accelerator: { id: "lab-card-x1" }, provenance: { kind: "added", version: 4 } },
  ]);
  const pageData = await answer<RooflinePageData>(await call(roofline, "GET", { query: "?deployment=chat" }));
  expect(pageData.setting.accelerator).toMatchObject({ value: { id: "lab-card-x1" } });
  expect(pageData.roof?.bandwidth.bytesPerSecond).toBe(4e12);
  const elsewhere = await edit({ accelerator: "lab-card-x1" }, 0, otherId);
  expect(await refused(elsewhere)).toEqual([
    400,
    expect.stringMatching(/lab-card-x1 is retired\. Reactivate it/),
  ]);
  await answer(await edit({ maxBatch: 96 }, 4));
  const anew = await call(editAccelerator, "PATCH", { body: { restoreVersion: 2 }, ifMatch: 4, params });
  expect(await refused(anew)).toEqual([409, expect.stringMatching(/is retired\. Reactivate it/)]);
  await answer(await call(editAccelerator, "PATCH", { body: { isRetired: false }, ifMatch: 4, params }));
  expect(await rows()).toHaveLength(1);
  expect(await retired()).toEqual([]);
});

test("refuses a device name that matches every accelerator, in the form and in an import", async () => {
  const anything = { ...lab, name: "Anything", deviceNames: ["*"] };
  const [status, detail] = await refused(
    await call(addAccelerator, "POST", { body: { accelerator: anything } }),
  );
  expect([status, detail]).toEqual([400, expect.stringMatching(/deviceNames.*many accelerators/)]);
  const document = {
    kind: "accelerator",
    version: 1,
    accelerator: { ...anything, id: "anything", family: "X", confidence: "stated" },
  };
  const everything = await answer<RooflineExport>(await call(exported, "GET"));
  const { entries } = await answer<ImportResponse>(
    await call(imported, "POST", {
      body: { ...everything, accelerators: [document], models: [], settings: [] },
    }),
  );
  expect(entries).toMatchObject([{ id: "anything", outcome: "refused" }]);
});

test("refuses a device name of another row in a form, an edit and an import", async () => {
  const formed = { ...lab, name: "Formed GPU", deviceNames: ["NVIDIA H200"] };
  const byForm = await call(addAccelerator, "POST", { body: { accelerator: formed } });
  expect(await refused(byForm)).toEqual([
    409,
    expect.stringMatching(/“NVIDIA H200” belongs to .*\(h200-sxm\)/),
  ]);
  const ofAnAddedOne = { ...formed, deviceNames: ["Lab X1 80GB"] };
  const second = await call(addAccelerator, "POST", { body: { accelerator: ofAnAddedOne } });
  expect(await refused(second)).toEqual([409, expect.stringMatching(/belongs to Lab card X1/)]);
  const changed = await call(editAccelerator, "PATCH", {
    body: { accelerator: { ...lab, deviceNames: ["Lab X1*", "NVIDIA H2*"] } },
    ifMatch: 5,
    params: { entryId: "lab-card-x1" },
  });
  expect(await refused(changed)).toEqual([409, expect.stringMatching(/“NVIDIA H2\*” belongs to H200/)]);
  const everything = await answer<RooflineExport>(await call(exported, "GET"));
  const accelerator = { ...formed, id: "formed-gpu", confidence: "stated" as const };
  const document = { kind: "accelerator" as const, version: 1 as const, accelerator };
  const { entries } = await answer<ImportResponse>(
    await call(imported, "POST", {
      body: { ...everything, accelerators: [document], models: [], settings: [] },
    }),
  );
  expect(entries).toMatchObject([
    { id: "formed-gpu", outcome: "refused", detail: expect.stringMatching(/h200-sxm/) },
  ]);
});

test("refuses an invalid form by field: no dense peak, no source, negative bandwidth", async () => {
  const wrong = { ...lab, name: "X2", peakFlopsPerSecond: {}, bandwidthBytesPerSecond: -1, sources: [] };
  const [status, detail] = await refused(
    await call(addAccelerator, "POST", { body: { accelerator: wrong } }),
  );
  expect(status).toBe(400);
  expect(detail).toMatch(/bandwidthBytesPerSecond|peakFlopsPerSecond|sources/);
});

test("a model from its config.json can be previewed, added and edited, and unsupported fields are refused by name", async () => {
  const looked = await answer<PreviewModelResponse>(
    await call(previewModel, "POST", { body: { name: "House 8B", config } }),
  );
  expect(looked).toMatchObject({ kind: "read", id: "house-8b", kvBytesPerToken: 131_072 });
  expect(looked.kind === "read" && looked.parameterCount).toBeCloseTo(8.03e9, -7);
  expect(
    (await answer<ModelsResponse>(await call(models, "GET"))).models.map(
      ({ architecture }) => architecture.id,
    ),
  ).not.toContain("house-8b");
  const added = await answer<ModelResponse>(
    await call(addModel, "POST", { body: { name: "House 8B", config, source: "our registry" } }),
    201,
  );
  expect(added.row).toMatchObject({ source: "our registry", provenance: { kind: "added", version: 1 } });
  const params = { entryId: "house-8b" };
  const deeper = { name: "House 8B, deeper", config: { ...config, num_hidden_layers: 40 } };
  await answer(await call(editModel, "PATCH", { body: deeper, ifMatch: 1, params }));
  const { versions } = await answer<ModelVersionsResponse>(await call(modelVersions, "GET", { params }));
  expect(versions.map(({ document }) => document.architecture.layers)).toEqual([40, 32]);
  expect(versions.map(({ document }) => document.architecture.id)).toEqual(["house-8b", "house-8b"]);

  const { hidden_size: _hidden, ...without } = config;
  expect(
    await answer<PreviewModelResponse>(
      await call(previewModel, "POST", { body: { name: "No", config: without } }),
    ),
  ).toMatchObject({ kind: "refused", problems: [{ name: "hidden_size", message: "is missing" }] });
  const hybrid = await call(addModel, "POST", {
    body: { name: "Hybrid", config: { ...config, model_type: "mamba" } },
  });
  expect(await refused(hybrid)).toEqual([400, expect.stringMatching(/mamba/)]);
  const large = { name: "Large", config: { ...config, padding: "x".repeat(300_000) } };
  expect((await call(addModel, "POST", { body: large })).status).toBe(413);
});

test("exports one document, which another installation imports, and importing it here changes nothing", async () => {
  const document = await answer<RooflineExport>(await call(exported, "GET"));
  expect(document.accelerators.map(({ accelerator }) => accelerator.id)).toEqual(["lab-card-x1"]);
  expect(document.models.map(({ architecture }) => architecture.id)).toEqual(["house-8b"]);
  expect(document.settings).toMatchObject([{ deployment: "chat", chosen: { accelerator: "lab-card-x1" } }]);
  const outcomes = async (body: RooflineExport) =>
    (await answer<ImportResponse>(await call(imported, "POST", { body }), 200)).entries.map(
      ({ kind, id, outcome }) => [kind, id, outcome],
    );
  expect(await outcomes(document)).toEqual([
    ["accelerator", "lab-card-x1", "same"],
    ["model", "house-8b", "same"],
    ["setting", "chat", "same"],
  ]);
  await getDatabase().catalogueEntry.deleteMany();
  await getDatabase().rooflineSetting.deleteMany();
  const [lab1] = document.accelerators;
  const more: RooflineExport = {
    ...document,
    accelerators: [
      ...document.accelerators,
      { ...lab1!, accelerator: { ...lab1!.accelerator, id: "h100-sxm" } },
    ],
    settings: [
      ...document.settings,
      { deployment: "nobody", chosen: { maxBatch: 4 } },
      { deployment: "other", chosen: { model: "gpt-9" } },
    ],
  };
  expect(await outcomes(more)).toEqual([
    ["accelerator", "lab-card-x1", "added"],
    ["accelerator", "h100-sxm", "refused"],
    ["model", "house-8b", "added"],
    ["setting", "chat", "added"],
    ["setting", "nobody", "refused"],
    ["setting", "other", "refused"],
  ]);
  expect((await answer<RooflineExport>(await call(exported, "GET"))).settings).toEqual(document.settings);
});

test("exports and imports a retired row that a setting names", async () => {
  const params = { entryId: "lab-card-x1" };
  await answer(await call(editAccelerator, "PATCH", { body: { isRetired: true }, ifMatch: 1, params }));
  const document = await answer<RooflineExport>(await call(exported, "GET"));
  expect(document.accelerators.map(({ accelerator }) => accelerator.id)).toEqual(["lab-card-x1"]);
  expect(document.retired).toEqual({ accelerators: ["lab-card-x1"], models: [] });
  const outcomes = async () =>
    (await answer<ImportResponse>(await call(imported, "POST", { body: document }))).entries.map(
      ({ id, outcome }) => [id, outcome],
    );
  const every = (outcome: string) => ["lab-card-x1", "house-8b", "chat"].map((id) => [id, outcome]);
  expect(await outcomes()).toEqual(every("same"));
  await getDatabase().catalogueEntry.deleteMany();
  await getDatabase().rooflineSetting.deleteMany();
  expect(await outcomes()).toEqual(every("added"));
  const { retired } = await answer<AcceleratorsResponse>(await call(accelerators, "GET"));
  expect(retired).toMatchObject([{ accelerator: { id: "lab-card-x1" } }]);
  const { settings } = await answer<RooflineExport>(await call(exported, "GET"));
  expect(settings).toEqual(document.settings);
});

test("the commands in the docs add a row and retire it", async () => {
  const documentText = await readFile("docs/roofline.md", "utf8");
  const post =
    /accelerators" [^{]*?-H 'idempotency-key: (?<key>[^']+)' -d '(?<body>[^']+)'/.exec(documentText)
      ?.groups ?? {};
  const patch =
    /accelerators\/(?<entryId>[^"]+)" [^{]*?-H 'if-match: "(?<version>\d+)"' -d '(?<body>[^']+)'/.exec(
      documentText,
    )?.groups ?? {};
  const { key = "", body: added = "null" } = post;
  expect((await call(addAccelerator, "POST", { body: JSON.parse(added), key })).status).toBe(201);
  const { entryId = "", version, body: retired = "null" } = patch;
  const params = { entryId };
  const sent = { body: JSON.parse(retired), ifMatch: Number(version), params };
  expect((await call(editAccelerator, "PATCH", sent)).status).toBe(200);
});

test("refuses an imported model of impossible size, and imports the rest", async () => {
  const { row } = await answer<ModelResponse>(
    await call(addModel, "POST", { body: { name: "House 9B", config } }),
    201,
  );
  const { architecture, plan, source } = row;
  const grown = { ...architecture, id: "grown", hidden: 1e9 };
  const document = { kind: "model" as const, version: 1 as const, plan, source };
  const everything = await answer<RooflineExport>(await call(exported, "GET"));
  const given = [
    { ...document, architecture: grown },
    { ...document, architecture },
  ];
  const { entries } = await answer<ImportResponse>(
    await call(imported, "POST", { body: { ...everything, accelerators: [], models: given, settings: [] } }),
  );
  expect(entries).toMatchObject([
    { id: "grown", outcome: "refused", detail: expect.stringMatching(/trillion parameters/) },
    { id: "house-9b", outcome: "same" },
  ]);
});
