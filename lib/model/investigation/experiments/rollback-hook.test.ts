import { describe, expect, test } from "vitest";
import { findFiringObstacle, findHookPlanError } from "./rollback-hook";

const ready = { state: "running", hook: { teamId: null }, teamId: "a", deliveries: [] } as const;

describe("the rollback hook", () => {
  test.each([
    ["of a running experiment", {}],
    ["of an experiment that has ended", { state: "ended" }],
    ["of the team of the investigation", { hook: { teamId: "a" } }],
    ["after a message that failed", { deliveries: [{ state: "failed" }] }],
  ] as const)("%s can be fired", (_name, situation) => {
    expect(findFiringObstacle({ ...ready, ...situation })).toBeNull();
  });

  test.each([
    ["no rollback hook", { hook: null }],
    ["has not started", { state: "planned" }],
    ["another team", { hook: { teamId: "b" } }],
    ["another team", { hook: { teamId: "b" }, teamId: null }],
    ["being sent", { deliveries: [{ state: "failed" }, { state: "waiting" }] }],
    ["accepted the message", { deliveries: [{ state: "delivered" }] }],
  ] as const)("is refused with the reason “%s”: %j", (reason, situation) => {
    expect(findFiringObstacle({ ...ready, ...situation })).toContain(reason);
  });
});

test("the stop rule needs a hook and a guard", () => {
  expect(findHookPlanError({ hookId: null, firesOnGuard: false, guardCount: 0 })).toBeNull();
  expect(findHookPlanError({ hookId: "a", firesOnGuard: true, guardCount: 1 })).toBeNull();
  expect(findHookPlanError({ hookId: null, firesOnGuard: true, guardCount: 1 })).toContain("a rollback hook");
  expect(findHookPlanError({ hookId: "a", firesOnGuard: true, guardCount: 0 })).toContain("a guard");
});
