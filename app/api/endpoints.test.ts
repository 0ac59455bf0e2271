import { existsSync, globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { z } from "zod";
import { isWrite } from "@/lib/server/access/require-access";
import { contractIdsWithAccessRule } from "@/lib/server/access/policy";
import { contracts as listedContracts } from "@/lib/server/http/contract-list";

interface ListedContract {
  readonly name: string;
  readonly id: string;
  readonly path: string;
  readonly method: string;
  readonly guard?: string;
  readonly body?: z.ZodType;
}

function isContract(value: unknown): value is ListedContract {
  return (
    typeof value === "object" && value !== null && "path" in value && "method" in value && "response" in value
  );
}

const contracts: readonly ListedContract[] = (
  await Promise.all(
    globSync("lib/contracts/**/*.ts")
      .filter((file) => !file.endsWith(".test.ts"))
      .map(
        (file) =>
          import(/* @vite-ignore */ `@/${file.replace(/\.ts$/, "")}`) as Promise<Record<string, unknown>>,
      ),
  )
)
  .flatMap((module) => Object.entries(module))
  .flatMap(([name, value]) => (isContract(value) ? [{ ...value, name }] : []));

const unmatchedRouteFile = "app/api/[...unmatched]/route.ts";
const routeFiles = globSync("app/api/**/route.ts").filter((file) => file !== unmatchedRouteFile);

test("every contract has a unique id and endpoint", () => {
  expect(contracts.length).toBeGreaterThan(0);
  expect(new Set(contracts.map(({ id }) => id)).size).toBe(contracts.length);
  expect(new Set(contracts.map(({ method, path }) => `${method} ${path}`)).size).toBe(contracts.length);
});

test.each(contracts.map((contract) => [contract.name, contract] as const))(
  "%s is served by a route file",
  (name, { path, method }) => {
    const file = `app${path}/route.ts`;
    expect({ file, isThere: existsSync(file) }).toEqual({ file, isThere: true });
    const text = readFileSync(file, "utf8");
    expect(text).toMatch(new RegExp(`export const ${method} = route\\(\\s*\\{\\s*contract: ${name}\\b`));
  },
);

test.each(routeFiles)("%s serves only contracts", (file) => {
  const text = readFileSync(file, "utf8");
  const exported = [...text.matchAll(/^export (?:const|function|async function) (\w+)/gm)].map(
    (match) => match[1],
  );
  const served = [...text.matchAll(/= route\(\s*\{\s*contract: (\w+)/g)].map((match) => match[1]);
  expect(exported).toHaveLength(served.length);
  for (const name of served) expect(contracts.map((contract) => contract.name)).toContain(name);
});

test("the access policy has a rule for every contract, and no other rules", () => {
  expect(contractIdsWithAccessRule.toSorted()).toEqual(contracts.map(({ id }) => id).toSorted());
});

/** Its body has the id of the delivery, because senders of webhooks set no headers. */
const deliveries: readonly string[] = ["receive-event"];

test("endpoints for deliveries of other systems have no guard, and require the id of the delivery", () => {
  const found = contracts.filter(({ id }) => deliveries.includes(id));
  expect(found).toHaveLength(deliveries.length);
  for (const { guard, body } of found) {
    expect(guard).toBeUndefined();
    const { error } = body?.safeParse({ kind: "deploy", title: "Release 2" }) ?? {};
    expect(error?.issues.map(({ path }) => path.join("."))).toEqual(["id"]);
  }
});

const isGuardedWrite = (contract: (typeof contracts)[number]): boolean =>
  isWrite(contract) && !deliveries.includes(contract.id);

test.each(contracts.filter(isGuardedWrite).map((contract) => [contract.name, contract] as const))(
  "%s, a write, is guarded and not a GET",
  (_name, { guard, method }) => {
    expect(method).not.toBe("GET");
    expect(["idempotency-key", "if-match"]).toContain(guard);
  },
);

/** They change who the caller is. A repeat must not return a stored answer with a session. */
const signInChanges: readonly string[] = [
  "sign-in",
  "sign-out",
  "set-up",
  "set-password",
  "end-session",
  "change-password",
  "open-display",
];

test("endpoints that change sign-ins have no guard and are not a GET", () => {
  const found = contracts.filter(({ id }) => signInChanges.includes(id));
  expect(found).toHaveLength(signInChanges.length);
  for (const { guard, method } of found) {
    expect(guard).toBeUndefined();
    expect(method).not.toBe("GET");
  }
});

test.each(
  contracts
    .filter((contract) => !isWrite(contract) && !signInChanges.includes(contract.id))
    .map((contract) => [contract.name, contract] as const),
)("%s, which changes nothing, is a GET or a POST without a guard", (_name, { guard, method }) => {
  expect(["GET", "POST"]).toContain(method);
  expect(guard).toBeUndefined();
});

test("the endpoint table lists every contract, so that unsupported methods are rejected", () => {
  const named = ({ method, path }: { readonly method: string; readonly path: string }) => `${method} ${path}`;
  expect(listedContracts.map(named).toSorted()).toEqual(contracts.map(named).toSorted());
});

test("unknown endpoints are rejected for every method", () => {
  expect(readFileSync(unmatchedRouteFile, "utf8").match(/createNotFoundResponse as \w+/g)).toHaveLength(5);
});
