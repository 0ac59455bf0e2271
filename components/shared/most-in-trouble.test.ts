import { expect, test } from "vitest";
import type { OverviewRow } from "@/lib/contracts/overview";
import type { StatusId } from "@/lib/model/status";
import { mostInTrouble } from "./most-in-trouble";

const described = {
  title: "t",
  model: "m",
  engine: { id: "vllm", title: "vLLM", version: null },
  instances: 1,
  behind: [],
  inFrontOf: [],
};
const pending: OverviewRow = { ...described, slug: "pending", state: "pending", forMs: 1_400 };

function judged(slug: string, id: StatusId): OverviewRow {
  const none = { kind: "absent", reason: "no-traffic", detail: "" } as const;
  return {
    ...described,
    slug,
    state: "judged",
    status: { id, sinceMs: null, holding: [id] },
    sentence: [],
    sourceTrouble: null,
    readings: {
      ttftP95: none,
      ttftMean: none,
      tpotP95: none,
      tpotMean: none,
      requestRate: none,
      outputTokenRate: none,
      running: none,
      waiting: none,
      kvUsage: none,
      errorRatio: none,
    },
    sparklines: { ttftP95: null, tpotP95: null },
    asOfMs: 0,
    stale: null,
  };
}

test("the worst is the first", () => {
  expect(mostInTrouble(undefined)).toBeNull();
  expect(mostInTrouble([])).toBeNull();
  expect(mostInTrouble([judged("a", "kv-pressure"), judged("b", "ok")])).toBe("a");
});

test("one that is well is not taken before all are read; one in trouble is", () => {
  expect(mostInTrouble([judged("b", "ok"), pending])).toBeNull();
  expect(mostInTrouble([judged("a", "kv-pressure"), pending])).toBe("a");
  expect(mostInTrouble([judged("b", "ok")])).toBe("b");
});
