import { expect, test } from "vitest";
import { hasPendingFact } from "./overview";

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
