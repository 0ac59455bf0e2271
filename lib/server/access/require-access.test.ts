import { expect, test } from "vitest";
import { isWrite, requireAccess, requireRight } from "./require-access";
import { contractIdsWithAccessRule, listEndpointScopes } from "./policy";
import { findTeamRule } from "./team-rules";
import { roles, tokenScopes, type Role, type TokenScope } from "@/lib/model/person";

const isAllowed = (role: Role, id: string, scopes?: readonly TokenScope[]): boolean => {
  try {
    requireAccess({ role, ...(scopes === undefined ? {} : { token: { scopes } }) }, { id });
    return true;
  } catch (error) {
    expect(error).toMatchObject({ code: "forbidden" });
    return false;
  }
};

test.each([
  ["health", [true, true, true]],
  ["events", [true, true, true]],
  ["create-event", [true, true, true]],
  ["delete-baseline", [false, true, true]],
  ["review-deployment", [false, true, true]],
  ["organisation", [true, true, true]],
  ["edit-organisation", [false, false, true]],
  ["audit", [false, false, true]],
])("%s is allowed to the roles that its right names", (id, expected) => {
  expect(roles.map((role) => isAllowed(role, id))).toEqual(expected);
});

test.each(["", "unknown", "constructor", "__proto__", "Events", "events "])(
  "refuses the endpoint “%s”, which has no rule, to every role",
  (id) => {
    expect(roles.map((role) => isAllowed(role, id))).toEqual([false, false, false]);
    expect(isWrite({ id })).toBe(false);
  },
);

test("a viewer may call no endpoint that changes data, except for comments, drafts, own profile and tokens", () => {
  const writes = contractIdsWithAccessRule.filter((id) => isWrite({ id }));
  expect(writes.length).toBeGreaterThan(10);
  expect(writes.filter((id) => isAllowed("viewer", id))).toEqual([
    "create-event",
    "edit-event",
    "delete-event",
    "add-comment",
    "edit-comment",
    "save-draft",
    "delete-draft",
    "edit-profile",
    "edit-theme",
    "create-token",
    "revoke-token",
  ]);
});

test("every change that editors may make has a rule for teams", () => {
  const changes = contractIdsWithAccessRule.filter((id) => isWrite({ id }) && isAllowed("editor", id));
  const own = changes.filter((id) => isAllowed("viewer", id));
  expect(changes.filter((id) => !own.includes(id) && findTeamRule(id) === undefined)).toEqual([]);
  expect(findTeamRule("review-deployment")).toBe("deployment");
  expect(findTeamRule("constructor")).toBeUndefined();
});

test("a right that depends on the content of the request is given to the roles that it names", () => {
  requireRight({ role: "viewer" }, "create comment-event");
  requireRight({ role: "editor" }, "create event");
  expect(() => requireRight({ role: "viewer" }, "create event")).toThrow(
    "this request requires the role “editor” (create event). Your role is “viewer”",
  );
  expect(() => requireRight({ role: null }, "view event")).toThrow("this request needs a sign-in");
});

test("names the role that the caller lacks", () => {
  expect(() => requireAccess({ role: "viewer" }, { id: "edit-organisation" })).toThrow(
    "this request requires the role “admin” (edit organisation). Your role is “viewer”",
  );
});

test.each([
  ["events", ["read", "events"]],
  ["create-event", ["write", "events"]],
  ["delete-event", ["write"]],
  ["receive-event", ["webhook"]],
  ["create-gate", ["write", "gate"]],
  ["gate", ["read", "gate"]],
  ["overview", ["read"]],
  ["audit", []],
  ["create-token", []],
  ["edit-organisation", []],
])("%s is allowed to tokens with the scopes %j", (id, expected) => {
  expect(listEndpointScopes(id)).toEqual(expected);
  expect(tokenScopes.filter((scope) => isAllowed("admin", id, [scope]))).toEqual(expected);
});

test("a token's scope gives no right that its maker lacks", () => {
  const caller = { role: "viewer", token: { scopes: tokenScopes } } as const;
  expect(() => requireAccess(caller, { id: "create-gate" })).toThrow("Your role is “viewer”");
});
