import { expect, test } from "vitest";
import { z } from "@/components/shared/forms/field-schemas";
import { captureSchema, createCaptureValues } from "./capture-schema";

const values = createCaptureValues("Night");

test("empty settings of a load test are absent, not 0", () => {
  expect(z.safeParse(captureSchema, values).data).toEqual({
    name: "Night",
    load: {},
    expiresAtMs: null,
    visibleTo: "everyone",
  });
  const load = { users: "50", spawnRatePerSecond: "2.5", durationSeconds: "" };
  expect(z.safeParse(captureSchema, { ...values, load }).data).toMatchObject({
    load: { users: 50, spawnRatePerSecond: 2.5 },
  });
});

test("refuses an empty name, a negative number of users and half a date", () => {
  const pathsOf = (changes: Partial<typeof values>) =>
    z.safeParse(captureSchema, { ...values, ...changes }).error?.issues.map(({ path }) => path.join("."));
  expect(pathsOf({ name: " " })).toEqual(["name"]);
  expect(pathsOf({ load: { ...values.load, users: "-1" } })).toEqual(["load.users"]);
  expect(pathsOf({ expiresAtMs: "2027-01-01" })).toEqual(["expiresAtMs"]);
});
