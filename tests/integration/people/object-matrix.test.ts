/** Every endpoint that takes an object, with objects of a team and callers inside and outside of the team. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { slug as slugField } from "@/lib/contracts/fields";
import { assertPresent } from "@/lib/base/assert";
import { getDatabase } from "@/lib/server/db/client";
import { tokenScopes } from "@/lib/model/person";
import { deleteProcessState } from "@/lib/server/process-state";
import { personExistsStateName } from "@/lib/server/sessions/person-exists";
import { createMigratedDatabase, type TestDatabase } from "@/tests/support/server/database";
import {
  leaveServerEnvironment,
  unreachableUrl,
  useServerEnvironment,
} from "@/tests/support/server/server-environment";
import { isAllowed, type CallerName } from "./access-rows";
import { contracts } from "@/lib/server/http/contract-list";
import { contractById, loadHandler } from "./endpoints";
import {
  endpointsOfPeople,
  endpointsWithoutTeams,
  objectRows,
  type ObjectRow,
  type SentRequest,
} from "./object-rows";
import { addServiceAccount, addSignedInPerson, addTokenOf, host } from "./people-fixture";
import { addTeamObjects, unknownObjects, type OwnedObjects } from "./team-objects";

type Headers = Readonly<Record<string, string>>;

interface ObjectCaller {
  readonly name: string;
  /** Caller of the access rows with the same role or scope. */
  readonly kind: CallerName;
  readonly isInTeam: boolean;
  readonly headers: Headers;
}

let own: TestDatabase;
let objects: OwnedObjects;
const callers: ObjectCaller[] = [];

beforeAll(async () => {
  own = await createMigratedDatabase();
  // A source without a server answers at once.
  useServerEnvironment({ DATABASE_URL: own.url, JAEGER_URL: unreachableUrl });
  const admin = await addSignedInPerson("admin");
  deleteProcessState(personExistsStateName);
  const { id: teamId } = await getDatabase().team.create({ data: { name: "Serving" } });
  const { id: otherTeamId } = await getDatabase().team.create({ data: { name: "Research" } });
  for (const [team, isInTeam] of [
    [teamId, true],
    [otherTeamId, false],
  ] as const) {
    const where = isInTeam ? "of the team" : "of another team";
    const viewer = await addSignedInPerson("viewer");
    const editor = await addSignedInPerson("editor");
    const account = await addServiceAccount("editor");
    const members = [viewer, editor, account].map(({ id }) => ({ teamId: team, personId: id }));
    await getDatabase().member.createMany({ data: members });
    const people = { viewer, editor };
    for (const kind of ["viewer", "editor"] as const)
      callers.push({ name: `${kind} ${where}`, kind, isInTeam, headers: { cookie: people[kind].cookie } });
    for (const scope of tokenScopes) {
      const headers = await addTokenOf(editor.id, [scope]);
      callers.push({ name: `${scope} token ${where}`, kind: scope, isInTeam, headers });
    }
    const headers = await addTokenOf(admin.id, tokenScopes, account.id);
    callers.push({ name: `service account ${where}`, kind: "editor account", isInTeam, headers });
  }
  callers.push({ name: "admin", kind: "admin", isInTeam: true, headers: { cookie: admin.cookie } });
  objects = await addTeamObjects(teamId, { cookie: admin.cookie });
}, 60_000);
afterAll(async () => {
  await leaveServerEnvironment();
  await own.drop();
});

let serial = 0;

async function send(endpoint: string, headers: Headers, sent: SentRequest = {}): Promise<Response> {
  const contract = contractById(endpoint);
  const handler = await loadHandler(contract);
  const write = {
    origin: `http://${host}`,
    "content-type": "application/json",
    "idempotency-key": `object-matrix-${(serial += 1)}`,
    "if-match": '"999"',
  };
  const isRead = contract.method === "GET";
  const query = new URLSearchParams(sent.query).toString();
  const request = new Request(`http://${host}${contract.path}?${query}`, {
    method: contract.method,
    headers: { host, ...(isRead ? {} : write), ...headers },
    ...(isRead ? {} : { body: JSON.stringify(sent.body ?? {}) }),
  });
  return handler(request, { params: Promise.resolve(sent.params ?? {}) });
}

const outsiders = (): readonly ObjectCaller[] => callers.filter(({ isInTeam }) => !isInTeam);

function statusFor({ rule, status, endpoint, isForEditors }: ObjectRow, caller: ObjectCaller): number {
  const { kind, isInTeam } = caller;
  if (!isAllowed(endpoint, kind) || (isForEditors === true && kind === "viewer")) return 403;
  if (kind === "editor account" && endpointsOfPeople.has(endpoint)) return 403;
  if (isInTeam || rule === "everyone") return status;
  return rule === "changed" ? 403 : 404;
}

const title = ({ endpoint, rule }: ObjectRow): string => `${endpoint} (${rule})`;

test.each(objectRows.map((row, index) => [index, title(row), row] as const))(
  "row %i: %s has its status for every caller",
  async (_index, _title, row) => {
    const unexpected: string[] = [];
    for (const caller of callers) {
      const response = await send(row.endpoint, caller.headers, row.request(objects));
      const expected = statusFor(row, caller);
      if (response.status !== expected)
        unexpected.push(
          `${caller.name}: ${response.status} instead of ${expected}: ${await response.text()}`,
        );
    }
    expect(unexpected).toEqual([]);
  },
  120_000,
);

test("an outsider cannot tell a hidden object from one that does not exist", async () => {
  for (const row of objectRows.filter(({ rule }) => rule === "known"))
    for (const caller of outsiders().filter(({ kind }) => isAllowed(row.endpoint, kind))) {
      const answers = [objects, unknownObjects(objects)].map(async (named) => {
        const response = await send(row.endpoint, caller.headers, row.request(named));
        const { requestId: _requestId, ...problem } = (await response.json()) as Record<string, unknown>;
        return JSON.stringify([response.status, problem]).replaceAll(named.hiddenName, "(name)");
      });
      const [hidden, unknown] = await Promise.all(answers);
      expect(hidden, title(row)).toEqual(unknown);
    }
});

test("lists contain team-only baselines, and gate runs with their numbers, for the team and admins only", async () => {
  const hidden = { baselines: [objects.hiddenId], gates: [objects.gateId, objects.formerGateId] };
  for (const endpoint of ["baselines", "gates"] as const)
    for (const { isInTeam, name, headers } of callers.filter(({ kind }) => isAllowed(endpoint, kind))) {
      const text = await (await send(endpoint, headers)).text();
      const named = [...hidden[endpoint], objects.hiddenName].map((one) => text.includes(one));
      expect(named, name).toEqual(named.map(() => isInTeam));
      expect(text, name).toContain(objects.slug);
    }
});

test("a document can be imported for the own team, and not into a deployment of another team", async () => {
  const body = objects.document;
  const outsider = assertPresent(
    callers.find(({ name }) => name === "editor of another team"),
    "there is an outsider",
  );
  const member = assertPresent(
    callers.find(({ name }) => name === "editor of the team"),
    "there is a member",
  );
  expect((await send("import-baseline", outsider.headers, { body })).status).toBe(403);
  const hidden = { query: { name: "Imported", visibility: "team" }, body };
  const imported = await send("import-baseline", member.headers, hidden);
  expect(await imported.json()).toMatchObject({
    baseline: { visibility: "team", team: { id: objects.teamId, name: "Serving" } },
  });
  const foreign = {
    query: { teamId: objects.teamId, visibility: "team" },
    body: objects.documentWithoutDeployment,
  };
  expect((await send("import-baseline", outsider.headers, foreign)).status).toBe(403);
});

test("an import of hardware settings refuses the settings of deployments of another team", async () => {
  const body = {
    kind: "roofline",
    version: 1,
    exportedAtMs: 0,
    accelerators: [],
    models: [],
    settings: [{ deployment: objects.slug, chosen: { acceleratorCount: 16 } }],
  };
  for (const { name, kind, isInTeam, headers } of callers.filter((one) =>
    isAllowed("import-roofline", one.kind),
  )) {
    const response = await send("import-roofline", headers, { body });
    const { entries } = (await response.json()) as {
      readonly entries: readonly { readonly outcome: string }[];
    };
    expect(
      entries.map(({ outcome }) => outcome === "refused"),
      `${name} ${kind}`,
    ).toEqual([!isInTeam]);
  }
});

const slugPattern = (z.toJSONSchema(slugField) as { readonly pattern?: string }).pattern;
const objectNames = new Set(["deployment", "baseline", "before", "after"]);

/** Returns whether the schema has a field for an object: an id, the slug of a deployment, or a side of a comparison. */
function takesObject(schema: unknown, name = ""): boolean {
  if (Array.isArray(schema)) return schema.some((one) => takesObject(one, name));
  if (typeof schema !== "object" || schema === null) return false;
  if ("format" in schema && schema.format === "uuid") return true;
  if ("pattern" in schema && schema.pattern === slugPattern) return true;
  if (objectNames.has(name)) return true;
  return Object.entries(schema).some(([key, value]) =>
    key === "properties" && typeof value === "object" && value !== null
      ? Object.entries(value).some(([field, one]) => takesObject(one, field))
      : takesObject(value),
  );
}

test("every endpoint that takes an object has a row, or a reason why teams do not decide", () => {
  const options = { io: "input", unrepresentable: "any" } as const;
  const taking = contracts
    .filter(
      ({ path, query, body }) =>
        path.includes("[") || [query, body].some((schema) => takesObject(z.toJSONSchema(schema, options))),
    )
    .map(({ id }) => id);
  expect(taking).toContain("comparison");
  expect(taking).toContain("import-roofline");
  const stated = new Set([
    ...objectRows.map(({ endpoint }) => endpoint),
    ...Object.keys(endpointsWithoutTeams),
  ]);
  expect(taking.filter((id) => !stated.has(id))).toEqual([]);
});

test.each([
  ["the deployment", "review-deployment"],
  ["the baseline", "edit-baseline"],
  ["the default baseline", "set-default-baseline"],
])(
  "answers state a refusal of changes to %s to exactly the people whose change is refused",
  async (_, change) => {
    for (const { name, kind, headers } of callers.filter(({ headers: { cookie } }) => cookie !== undefined)) {
      const refusal = await readRefusal(change, headers);
      const { status } = await send(change, headers, requestOf(change));
      expect({ name, kind, isRefused: refusal !== null }).toEqual({ name, kind, isRefused: status === 403 });
    }
  },
);

const requestOf = (change: string): SentRequest =>
  change === "review-deployment"
    ? { params: { deploymentId: objects.deploymentId }, body: { teamId: null } }
    : {
        params: { baselineId: objects.openId },
        body: change === "edit-baseline" ? { isPinned: true } : { reason: "stable" },
      };

const refusals = z.object({
  changeRefusal: z.string().nullable(),
  defaultRefusal: z.string().nullable().default(null),
});

/** Returns the refusal in the answer that pages read before they offer the change. */
async function readRefusal(change: string, headers: Headers): Promise<string | null> {
  if (change === "review-deployment") {
    const answer = z
      .object({ deployments: z.array(refusals.extend({ id: z.string() })) })
      .parse(await (await send("discovery", headers)).json());
    const found = answer.deployments.find(({ id }) => id === objects.deploymentId);
    return assertPresent(found, "discovery lists the deployment").changeRefusal;
  }
  const { baseline } = z
    .object({ baseline: refusals })
    .parse(await (await send("baseline", headers, { params: { baselineId: objects.openId } })).json());
  return change === "edit-baseline" ? baseline.changeRefusal : baseline.defaultRefusal;
}
