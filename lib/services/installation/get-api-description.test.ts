import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, test } from "vitest";
import { contracts } from "@/lib/server/http/contract-list";
import type { ApiDescription } from "@/lib/contracts/installation/api-description";
import type { Principal } from "@/lib/server/principal";
import { accessRows } from "@/tests/integration/people/access-rows";
import { getApiDescription } from "./get-api-description";

const description = (await getApiDescription({
  params: {},
  query: {},
  body: {},
  principal: {} as Principal,
  signal: new AbortController().signal,
  requestId: "1",
})) as ApiDescription;
const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
);
const operationOf = (id: string) => operations.find(({ operationId }) => operationId === id);

test("the document is valid OpenAPI 3.1", async () => {
  const validator = new Validator();
  expect(await validator.validate(structuredClone(description))).toEqual({ valid: true });
  expect(validator.version).toBe("3.1");
});

test("the document has every endpoint once, with its method and path", () => {
  const listed = operations.map(({ operationId, method, path }) => `${operationId}: ${method} ${path}`);
  const expected = contracts.map(
    ({ id, method, path }) =>
      `${id}: ${method.toLowerCase()} ${path.replaceAll("[", "{").replaceAll("]", "}")}`,
  );
  expect(listed.toSorted()).toEqual(expected.toSorted());
});

test("each endpoint names the scopes of tokens that the independent list of rights allows", () => {
  for (const { allowed, endpoints } of accessRows) {
    const scopes = (["read", "write", "gate", "events", "webhook"] as const).filter((scope) =>
      allowed.includes(scope),
    );
    if (allowed.includes("nobody")) continue;
    for (const id of endpoints) {
      const text = operationOf(id)?.description ?? "";
      const listed = / with the scope ([a-z ]+),/.exec(text)?.[1]?.split(" or ") ?? [];
      expect({ id, scopes: listed.toSorted() }).toEqual({ id, scopes: scopes.toSorted() });
    }
  }
});

test("the document is small enough for a browser", () => {
  expect(JSON.stringify(description).length).toBeLessThan(1_500_000);
});
