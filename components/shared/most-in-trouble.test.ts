import { expect, test } from "vitest";
import type { OverviewRow } from "@/lib/contracts/overview";
import { judgedRow } from "@/tests/support/overview-rows";
import { mostInTrouble } from "./most-in-trouble";

const { slug: _slug, title, model, engine, instances, behind, inFrontOf } = judgedRow("pending", "ok");
const pending: OverviewRow = {
  slug: "pending",
  title,
  model,
  engine,
  instances,
  behind,
  inFrontOf,
  state: "pending",
  forMs: 1_400,
};

test("the worst is the first", () => {
  expect(mostInTrouble(undefined)).toBeNull();
  expect(mostInTrouble([])).toBeNull();
  expect(mostInTrouble([judgedRow("a", "kv-pressure"), judgedRow("b", "ok")])).toBe("a");
});

test("one that is well is not taken before all are read; one in trouble is", () => {
  expect(mostInTrouble([judgedRow("b", "ok"), pending])).toBeNull();
  expect(mostInTrouble([judgedRow("a", "kv-pressure"), pending])).toBe("a");
  expect(mostInTrouble([judgedRow("b", "ok")])).toBe("b");
});
