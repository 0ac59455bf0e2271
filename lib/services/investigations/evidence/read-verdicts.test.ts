import { beforeEach, expect, test } from "vitest";
import type { EvidenceQuestion } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import { deleteProcessState } from "@/lib/server/process-state";
import { readVerdicts, verdictsStateName, type VerdictReader } from "./read-verdicts";

const question: EvidenceQuestion = {
  endpoint: "calculator",
  calculator: "weights",
  inputs: { model: "llama", w: "fp8" },
};
const calculation = (sentence: string): object => ({
  endpoint: "calculator",
  calculator: "weights",
  inputs: [],
  sentence,
  columns: [],
  rows: [],
  chosenRowKey: null,
});

/** Returns a database with the data of some answers, and the ids that were read. */
function createDatabase(stored: Readonly<Record<string, object>>) {
  const readIds: string[] = [];
  const findMany = ({ where }: { readonly where: { readonly evidenceId: { readonly in: string[] } } }) => {
    const ids = where.evidenceId.in;
    readIds.push(...ids);
    return Promise.resolve(
      ids.map((evidenceId) => ({ evidenceId, data: JSON.stringify(stored[evidenceId]) })),
    );
  };
  return { database: { evidenceAnswer: { findMany } } as unknown as VerdictReader, readIds };
}

const answer = (evidenceId: string) => ({ evidenceId, question, state: "ready" });

beforeEach(() => deleteProcessState(verdictsStateName));

test("a verdict is computed once, and an answer without a verdict is not read again either", async () => {
  const { database, readIds } = createDatabase({
    one: calculation("The weights need 16 GB."),
    other: calculation(""),
  });
  const answers = [answer("one"), answer("other")];
  const expected = new Map([["one", "The weights need 16 GB."]]);
  expect(await readVerdicts(database, answers)).toEqual(expected);
  expect(await readVerdicts(database, answers)).toEqual(expected);
  expect(readIds).toEqual(["one", "other"]);
});

test("answers of values only, and answers that are not stored, are not read", async () => {
  const { database, readIds } = createDatabase({});
  const traces = { ...question, endpoint: "traces" } as unknown as EvidenceQuestion;
  const answers = [
    { ...answer("list"), question: traces },
    { ...answer("failed"), state: "failed" },
  ];
  expect(await readVerdicts(database, answers)).toEqual(new Map());
  expect(readIds).toEqual([]);
});

test("data that another release stored in a different format have no verdict", async () => {
  const { database } = createDatabase({ old: { endpoint: "calculator" }, one: calculation("Enough.") });
  const verdicts = await readVerdicts(database, [answer("old"), answer("one")]);
  expect(verdicts).toEqual(new Map([["one", "Enough."]]));
});
