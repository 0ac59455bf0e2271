import { expect, test } from "vitest";
import { fixtureBaseline, fixtureSummary } from "../fixtures";
import { filterAndSortBaselines } from "./filter-and-sort-baselines";

const named = (name: string, ttftP95Seconds: number | null, endMs: number) => ({
  ...fixtureBaseline,
  id: name,
  name,
  window: { startMs: 0, endMs },
  summary: { ...fixtureSummary, ttftP95Seconds },
});
const baselines = [named("week 10", 0.2, 3), named("week 9", null, 2), named("Night", 0.9, 1)];
const namesOf = (...[find, order]: [string | null, Parameters<typeof filterAndSortBaselines>[1]["order"]]) =>
  filterAndSortBaselines(baselines, { find, order }).map(({ name }) => name);

test("orders by the end of the window, by name, and by number with missing numbers last", () => {
  expect(namesOf(null, "newest")).toEqual(["week 10", "week 9", "Night"]);
  expect(namesOf(null, "name")).toEqual(["Night", "week 9", "week 10"]);
  expect(namesOf(null, "ttft-p95")).toEqual(["Night", "week 10", "week 9"]);
});

test("finds text in name, deployment and author without case", () => {
  expect(namesOf("WEEK", "newest")).toEqual(["week 10", "week 9"]);
  expect(namesOf("chat-70b", "newest")).toHaveLength(3);
  expect(namesOf("operator", "newest")).toHaveLength(3);
  expect(namesOf("nothing", "newest")).toEqual([]);
});
