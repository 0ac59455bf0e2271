/** Relations between investigations: no cycle of duplicates, and no relation twice. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { deleteProcessState } from "@/lib/server/process-state";
import { personExistsStateName } from "@/lib/server/sessions/person-exists";
import { createMigratedDatabase, type TestDatabase } from "@/tests/support/server/database";
import { leaveServerEnvironment, useServerEnvironment } from "@/tests/support/server/server-environment";
import { addSignedInPerson, type SignedInPerson } from "../people/people-fixture";
import { openInvestigation, readInvestigation, send, type Answer } from "./investigation-fixture";

let own: TestDatabase;
let caller: SignedInPerson;

beforeAll(async () => {
  own = await createMigratedDatabase();
  useServerEnvironment({ DATABASE_URL: own.url });
  caller = await addSignedInPerson("editor");
  deleteProcessState(personExistsStateName);
});
afterAll(async () => {
  await leaveServerEnvironment();
  await own.drop();
});

type Params = { readonly number: string };

const relate = (params: Params, kind: string, { number }: Params): Promise<Answer> =>
  send("add-relation", { caller, params, body: { kind, related: Number(number) } });
const closeAsDuplicate = (params: Params, { number }: Params): Promise<Answer> => {
  const body = { from: "triage", state: "duplicate", duplicateOf: Number(number) };
  return send("change-investigation-state", { caller, params, body });
};

test("two investigations cannot be duplicates of each other", async () => {
  const [first, second] = [await openInvestigation(caller), await openInvestigation(caller)];
  expect((await closeAsDuplicate(second, first)).status).toBe(200);
  const refused = await closeAsDuplicate(first, second);
  expect([refused.status, refused.body.detail]).toEqual([
    409,
    `INV-${second.number} is already a duplicate of INV-${first.number}. Two investigations cannot be duplicates of each other. Remove the relation of INV-${second.number} to INV-${first.number} first, or choose another investigation.`,
  ]);
  expect((await relate(first, "duplicate-of", second)).status).toBe(409);
  const { investigation, relations } = await readInvestigation(caller, first);
  expect(investigation.state).toBe("triage");
  expect(relations).toHaveLength(1);
});

test("a longer cycle of duplicates is refused, a chain is not", async () => {
  const [first, second, third] = [
    await openInvestigation(caller),
    await openInvestigation(caller),
    await openInvestigation(caller),
  ];
  expect((await relate(first, "duplicate-of", second)).status).toBe(200);
  expect((await relate(second, "duplicate-of", third)).status).toBe(200);
  const refused = await closeAsDuplicate(third, first);
  expect(refused.body.detail).toContain(
    `INV-${first.number} is already a duplicate of INV-${third.number}, through other duplicates.`,
  );
  expect((await relate(third, "related", first)).status).toBe(200);
});

test("of two duplicates of each other at the same time, one is refused", async () => {
  const [first, second] = [await openInvestigation(caller), await openInvestigation(caller)];
  const answers = await Promise.all([closeAsDuplicate(first, second), closeAsDuplicate(second, first)]);
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
});

test("a relation of an investigation to itself is refused with advice for the person at the screen", async () => {
  const first = await openInvestigation(caller);
  const name = `INV-${first.number}`;
  expect(await closeAsDuplicate(first, first)).toMatchObject({
    status: 400,
    body: {
      title: "The relation was not added",
      next: `${name} cannot be a duplicate of itself. Choose another investigation.`,
    },
  });
  expect(await relate(first, "related", first)).toMatchObject({
    status: 400,
    body: { next: `${name} cannot be related to itself. Choose another investigation.` },
  });
});

test("a relation is added once, and “Related to” has no direction", async () => {
  const [first, second] = [await openInvestigation(caller), await openInvestigation(caller)];
  expect((await relate(first, "related", second)).status).toBe(200);
  const repeated = await relate(first, "related", second);
  expect([repeated.status, repeated.body.detail]).toEqual([
    409,
    `INV-${first.number} is already related to INV-${second.number}.`,
  ]);
  expect((await relate(second, "related", first)).status).toBe(409);
  expect((await readInvestigation(caller, first)).relations).toHaveLength(1);
});

test("an investigation that was opened again is closed as a duplicate of the same investigation", async () => {
  const [first, second] = [await openInvestigation(caller), await openInvestigation(caller)];
  await closeAsDuplicate(second, first);
  const reopened = { from: "duplicate", state: "triage", reason: "Another cause" };
  await send("change-investigation-state", { caller, params: second, body: reopened });
  expect((await closeAsDuplicate(second, first)).status).toBe(200);
  expect((await readInvestigation(caller, second)).relations).toHaveLength(1);
});
