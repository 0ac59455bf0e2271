import { expect, test } from "vitest";
import { compareValueGroups } from "@/lib/analysis/evidence/compare-value-groups";
import { hasPendingFact, listOverviewComparedValues } from "./overview";

type Row = Parameters<typeof hasPendingFact>[0];
type Missing = readonly { readonly label: string; readonly reason: string; readonly isPending?: true }[];

const createRow = (missing: Missing) =>
  ({ state: "judged", context: { onset: [], usual: [], affected: [], next: [], missing } }) as unknown as Row;

test("a row waits for facts that are still being read, and not for unknown facts", () => {
  const pending = {
    label: "Start: being read.",
    reason: "The history is still being read.",
    isPending: true,
  } as const;
  const unknown = { label: "Usual range: being learned.", reason: "3 of 14 hours are known." };
  expect(hasPendingFact(createRow([unknown, pending]))).toBe(true);
  expect(hasPendingFact(createRow([unknown]))).toBe(false);
  expect(hasPendingFact({ state: "judged" } as unknown as Row)).toBe(false);
  expect(hasPendingFact({ state: "failed" } as unknown as Row)).toBe(false);
});

type Fleet = Parameters<typeof listOverviewComparedValues>[0];

/** An Overview of two deployments with the status of the first one, and with sums. */
const createFleet = (label: string, n: number): Fleet =>
  ({
    deployments: [label, "ok"].map((status, index) => ({
      state: "judged",
      slug: `chat-${index}`,
      status: { label: status },
      readings: {},
    })),
    fleet: { requestRate: { kind: "present", value: 2 }, waiting: { kind: "absent" }, n, excludedCount: 0 },
  }) as unknown as Fleet;

test("the status of each deployment and the sums with n are compared", () => {
  const compare = (live: Fleet) =>
    compareValueGroups(listOverviewComparedValues(createFleet("ok", 600)), listOverviewComparedValues(live));
  expect(compare(createFleet("ok", 600))).toMatchObject({ copyCount: 2, changedCount: 0, changedTexts: [] });
  expect(compare(createFleet("stalled", 600)).changedTexts).toEqual([
    { group: "Status", key: "chat-0", copy: "ok", live: "stalled" },
  ]);
  expect(compare(createFleet("ok", 900))).toMatchObject({ changedCount: 1, higherCount: 1 });
});
