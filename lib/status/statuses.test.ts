import { expect, test } from "vitest";
import { statusTones } from "@/lib/model/status/status-tone";
import { statuses } from "./statuses";

test("lists each status once, from severe to harmless", () => {
  expect(new Set(statuses.map(({ id }) => id)).size).toBe(statuses.length);
  const ranks = statuses.map(({ tone }) => statusTones.indexOf(tone));
  expect(ranks).toEqual(ranks.toSorted((left, right) => left - right));
});

test("ends with the status of a deployment without any problem", () => {
  expect(statuses.filter(({ tone }) => tone === "ok")).toEqual([statuses.at(-1)]);
});
