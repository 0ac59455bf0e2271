import { expect, test } from "vitest";
import type { OverviewResponse } from "@/lib/contracts/overview";
import { getFleetTimeMs } from "./fleet-time";

type Rate = OverviewResponse["fleet"]["requestRate"];
const present = { kind: "present", atMs: 70, value: 1, unit: "requests-per-second" } as unknown as Rate;
const absent = { kind: "absent", reason: "no-data" } as unknown as Rate;

test("returns the time of the fleet values, or the end of the requested window without values", () => {
  const past = { asOfMs: 100, window: { startMs: 20, endMs: 80 } };
  expect(getFleetTimeMs({ ...past, fleet: { requestRate: present } })).toBe(70);
  expect(getFleetTimeMs({ ...past, fleet: { requestRate: absent } })).toBe(80);
  const live = { asOfMs: 100, window: { startMs: 20, endMs: 101 } };
  expect(getFleetTimeMs({ ...live, fleet: { requestRate: absent } })).toBe(100);
});
