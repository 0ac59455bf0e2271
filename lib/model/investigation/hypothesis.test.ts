import { expect, test } from "vitest";
import { countHypothesesWithEvidence, hasEvidenceFor } from "./hypothesis";

const evidenceFor = [{ direction: "against" }, { direction: "for" }] as const;
const evidenceAgainst = [{ direction: "against" }] as const;

test("only evidence for a hypothesis counts", () => {
  expect([evidenceFor, evidenceAgainst, []].map((evidence) => hasEvidenceFor({ evidence }))).toEqual([
    true,
    false,
    false,
  ]);
});

test.each([
  ["open", 2, evidenceFor, 1],
  ["supported", 2, evidenceFor, 1],
  ["refuted", 2, evidenceFor, 0],
  ["parked", 2, evidenceFor, 0],
  ["open", 2, evidenceAgainst, 0],
  ["open", 2, [], 0],
  ["open", 1, evidenceFor, 0],
] as const)("a hypothesis that is %s, of round %i, counts only in its round and with support", (...given) => {
  const [status, round, evidence, count] = given;
  expect(countHypothesesWithEvidence([{ status, round, evidence }], 2)).toBe(count);
});
