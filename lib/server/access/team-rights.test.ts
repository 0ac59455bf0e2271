import { expect, test } from "vitest";
import {
  describeRefusal,
  isVisibleTo,
  requireTeam,
  buildVisibleRowsCondition,
  type TeamCaller,
} from "./team-rights";

const callers: readonly TeamCaller[] = [
  { role: "admin", teamIds: [] },
  { role: "editor", teamIds: ["serving"] },
  { role: "viewer", teamIds: ["serving", "research"] },
  { role: "editor", teamIds: [] },
  { role: null, teamIds: [] },
];
const rows = ["open", "team", "unknown"].flatMap((visibility) =>
  ["serving", "research", null].map((teamId) => ({ visibility, teamId })),
);

test("a team-only object is visible to its team and to admins, and without a team to admins only", () => {
  const hidden = { visibility: "team", teamId: "serving" };
  expect(callers.map((caller) => isVisibleTo(caller, hidden))).toEqual([true, true, true, false, false]);
  const ownerless = { visibility: "team", teamId: null };
  expect(callers.map((caller) => isVisibleTo(caller, ownerless))).toEqual([true, false, false, false, false]);
});

test.each(callers)("the condition for queries selects exactly the rows visible to %j", (caller) => {
  const { OR } = buildVisibleRowsCondition(caller);
  for (const row of rows) {
    const isSelected =
      OR === undefined ||
      OR.some((one) =>
        "visibility" in one
          ? row.visibility === one.visibility
          : row.teamId !== null && one.teamId.in.includes(row.teamId),
      );
    expect(isSelected).toBe(isVisibleTo(caller, row));
  }
});

test.each(callers.slice(0, 3))("%j may change an object of the team serving", (caller) => {
  expect(() => requireTeam(caller, { teamId: "serving" }, "deployment")).not.toThrow();
});

test.each(callers.slice(3))("%j may change an object without a team, but not one of a team", (caller) => {
  expect(() => requireTeam(caller, { teamId: null }, "deployment")).not.toThrow();
  expect(() => requireTeam(caller, { teamId: "serving" }, "deployment")).toThrow(
    "a team owns this deployment",
  );
});

test("describes why a caller may not change an object, first by the role and then by the team", () => {
  const endpoint = { contractId: "edit-baseline", noun: "baseline" };
  const texts = callers.map((caller) => describeRefusal(caller, { teamId: "serving" }, endpoint));
  expect(texts).toEqual([
    null,
    null,
    "To change this baseline, you need the role “editor”. Ask an admin for the role.",
    "Another team owns this baseline. Ask a member of the team or an admin to make the change.",
    "To change this baseline, you need the role “editor”. Ask an admin for the role.",
  ]);
  expect(describeRefusal({ role: "editor", teamIds: [] }, { teamId: null }, endpoint)).toBeNull();
});
