/** Teams, their members, and the choice of the team of a deployment, with the endpoints and a real PostgreSQL. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { PATCH as REVIEW } from "@/app/api/v1/deployments/[deploymentId]/route";
import { GET as TEAMS, POST as CREATE } from "@/app/api/v1/teams/route";
import { DELETE, PATCH as RENAME } from "@/app/api/v1/teams/[teamId]/route";
import { POST as ADD_MEMBER } from "@/app/api/v1/teams/[teamId]/members/route";
import { DELETE as REMOVE_MEMBER } from "@/app/api/v1/teams/[teamId]/members/[personId]/route";
import type { TeamsResponse } from "@/lib/contracts/people/teams";
import { getDatabase } from "@/lib/server/db/client";
import { deleteProcessState } from "@/lib/server/process-state";
import { personExistsStateName } from "@/lib/server/sessions/person-exists";
import { createMigratedDatabase, type TestDatabase } from "@/tests/support/server/database";
import { leaveServerEnvironment, useServerEnvironment } from "@/tests/support/server/server-environment";
import { addSignedInPerson, host, type SignedInPerson } from "./people-fixture";
import { addDeployment } from "./team-objects";

type Handler = (request: Request, context: { readonly params: Promise<unknown> }) => Promise<Response>;

let own: TestDatabase;
let admin: SignedInPerson;
let editor: SignedInPerson;

beforeAll(async () => {
  own = await createMigratedDatabase();
  useServerEnvironment({ DATABASE_URL: own.url });
  admin = await addSignedInPerson("admin");
  editor = await addSignedInPerson("editor");
  deleteProcessState(personExistsStateName);
});
afterAll(async () => {
  await leaveServerEnvironment();
  await own.drop();
});

let serial = 0;

interface Sent {
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: object;
  readonly version?: number;
  readonly caller?: SignedInPerson;
}

function send(handler: Handler, method: string, sent: Sent = {}): Promise<Response> {
  const { params = {}, body = {}, version = 1, caller = admin } = sent;
  const request = new Request(`http://${host}/api`, {
    method,
    headers: {
      host,
      cookie: caller.cookie,
      origin: `http://${host}`,
      "content-type": "application/json",
      "idempotency-key": `teams-test-${(serial += 1)}`,
      "if-match": `"${version}"`,
    },
    ...(method === "GET" ? {} : { body: JSON.stringify(body) }),
  });
  return handler(request, { params: Promise.resolve(params) });
}

async function createTeam(name: string): Promise<string> {
  const response = await send(CREATE, "POST", { body: { name } });
  expect(response.status).toBe(201);
  return ((await response.json()) as { readonly teamId: string }).teamId;
}

async function listTeams(caller: SignedInPerson): Promise<TeamsResponse["teams"]> {
  return ((await (await send(TEAMS, "GET", { caller })).json()) as TeamsResponse).teams;
}

const addEditor = (teamId: string) =>
  send(ADD_MEMBER, "POST", { params: { teamId }, body: { personId: editor.id } });

async function chooseTeam(
  deploymentId: string,
  teamId: string | null,
  { caller = editor, version = 1 } = {},
): Promise<number> {
  const sent = { params: { deploymentId }, body: { teamId }, caller, version };
  return (await send(REVIEW, "PATCH", sent)).status;
}

test("a team has a unique name, and editors see it with its members but cannot change it", async () => {
  const teamId = await createTeam("Serving");
  expect((await send(CREATE, "POST", { body: { name: "serving" } })).status).toBe(409);
  expect((await send(RENAME, "PATCH", { params: { teamId }, body: { name: "Inference" } })).status).toBe(200);
  expect((await send(RENAME, "PATCH", { params: { teamId }, body: { name: "Late" } })).status).toBe(412);
  const change = { params: { teamId }, body: { name: "Mine" }, version: 2, caller: editor };
  expect((await send(RENAME, "PATCH", change)).status).toBe(403);
  expect((await addEditor(teamId)).status).toBe(200);
  expect((await addEditor(teamId)).status).toBe(200);
  expect(await listTeams(editor)).toMatchObject([
    { name: "Inference", canChoose: true, members: [{ id: editor.id, name: editor.name }] },
  ]);
});

test("membership acts at once: a member may change the deployment, a former member may not", async () => {
  const teamId = await createTeam("Membership");
  const deploymentId = await addDeployment(teamId, "membership");
  expect(await chooseTeam(deploymentId, teamId)).toBe(403);
  await addEditor(teamId);
  expect(await chooseTeam(deploymentId, teamId)).toBe(200);
  await send(REMOVE_MEMBER, "DELETE", { params: { teamId, personId: editor.id } });
  expect(await chooseTeam(deploymentId, null, { version: 2 })).toBe(403);
  expect((await send(REMOVE_MEMBER, "DELETE", { params: { teamId, personId: editor.id } })).status).toBe(404);
});

test("an editor gives a deployment without a team to an own team only, and an admin to any", async () => {
  const mine = await createTeam("Mine");
  const other = await createTeam("Other");
  await addEditor(mine);
  const deploymentId = await addDeployment(null, "unowned");
  expect(await chooseTeam(deploymentId, other)).toBe(403);
  expect(await chooseTeam(deploymentId, mine)).toBe(200);
  expect(await chooseTeam(deploymentId, other, { version: 2 })).toBe(403);
  expect(await chooseTeam(deploymentId, other, { version: 2, caller: admin })).toBe(200);
  expect(await chooseTeam(deploymentId, null, { version: 3 })).toBe(403);
  expect(await getDatabase().deployment.findUnique({ where: { id: deploymentId } })).toMatchObject({
    teamId: other,
  });
});

test("a team that owns a deployment is not deleted, and the refusal names the deployment", async () => {
  const teamId = await createTeam("Owner");
  const deploymentId = await addDeployment(teamId, "owned");
  const refused = await send(DELETE, "DELETE", { params: { teamId } });
  expect(refused.status).toBe(409);
  expect(await refused.json()).toMatchObject({ detail: "Owner owns 1 deployment: owned" });
  expect(await chooseTeam(deploymentId, null, { caller: admin })).toBe(200);
  expect((await send(DELETE, "DELETE", { params: { teamId } })).status).toBe(200);
  expect((await listTeams(admin)).map(({ name }) => name)).not.toContain("Owner");
});

test("changes of teams and members are in the audit trail", async () => {
  const recorded = await getDatabase().auditEntry.findMany({
    distinct: ["action"],
    select: { action: true },
  });
  expect(recorded.map(({ action }) => action)).toEqual(
    expect.arrayContaining(["create-team", "edit-team", "delete-team", "add-member", "remove-member"]),
  );
});
