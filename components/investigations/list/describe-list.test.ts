import { expect, test } from "vitest";
import { investigationStates } from "@/lib/model/investigation/investigation-state";
import { describeList } from "./describe-list";

type Counts = Parameters<typeof describeList>[0]["counts"];

const noCounts = Object.fromEntries(investigationStates.map((state) => [state, 0])) as NonNullable<Counts>;

test.each([
  [{}, false, "No open investigations."],
  [{ triage: 2, resolved: 7 }, false, "2 open investigations."],
  // Others may be open, so the sentence names the filters.
  [{ resolved: 7 }, true, "No open investigations match the filters."],
  [{ triage: 1 }, true, "1 open investigation matches the filters."],
  [{ triage: 1, active: 2 }, true, "3 open investigations match the filters."],
])("describes the counts %j, filtered: %s", (counts, isFiltered, sentence) => {
  expect(describeList({ counts: { ...noCounts, ...counts }, hasFailed: false, isFiltered })).toBe(sentence);
});

test("claims no count before the list is loaded", () => {
  expect(describeList({ counts: undefined, hasFailed: false, isFiltered: false })).toBe("Investigations");
  expect(describeList({ counts: undefined, hasFailed: true, isFiltered: false })).toBe(
    "The investigations could not be loaded.",
  );
});
