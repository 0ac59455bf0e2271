import { expect, test } from "vitest";
import { isWrite, requireAccess } from "./require-access";
import { ruledContractIds } from "./policy";
import { roles, type Role } from "@/lib/model/person";

const isAllowed = (role: Role, id: string): boolean => {
  try {
    requireAccess({ role }, { id });
    return true;
  } catch (error) {
    expect(error).toMatchObject({ code: "forbidden" });
    return false;
  }
};

test.each([
  ["health", [true, true, true]],
  ["events", [true, true, true]],
  ["create-event", [false, true, true]],
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

test("a viewer may call no endpoint that changes data", () => {
  const writes = ruledContractIds.filter((id) => isWrite({ id }));
  expect(writes.length).toBeGreaterThan(10);
  expect(writes.filter((id) => isAllowed("viewer", id))).toEqual([]);
});

test("names the role that the caller lacks", () => {
  expect(() => requireAccess({ role: "viewer" }, { id: "edit-organisation" })).toThrow(
    "this request needs the role admin (edit organisation). Your role is viewer",
  );
});
