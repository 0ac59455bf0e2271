import { expect, test } from "vitest";
import { investigationLimits } from "@/lib/model/investigation/investigation-limits";
import { saveDraftContract } from "@/lib/contracts/investigations/drafts";

const { maxAnswerLength, maxAnswersLength } = investigationLimits;

test.each([
  ["Latin letters", "a".repeat(maxAnswerLength)],
  ["lines of Chinese characters", "队列已满。队列时间增加，\n".repeat(1_000).slice(0, maxAnswerLength)],
  ["lines with quotation marks", 'The "queue" is full.\n'.repeat(1_000).slice(0, maxAnswerLength)],
])("the draft of a step with the longest saved and new answers in %s is accepted", (_, text) => {
  const ids = Array.from({ length: maxAnswersLength / maxAnswerLength }, (__, index) => `answer-${index}`);
  const values = { answers: Object.fromEntries(ids.map((id) => [id, text])), checked: {} };
  const document = JSON.stringify({ openedVersion: { version: 1, values }, values });
  const body = { part: "step:1:reproduce", document };
  expect(saveDraftContract.body.safeParse(body).error).toBeUndefined();
  expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(saveDraftContract.maxBodyBytes);
});
