/** Parts of the requests of investigations. */
import { z } from "zod";
import { titleError } from "@/lib/model/event";
import { investigationLimits, reasonRules } from "@/lib/model/investigation/investigation-limits";
import { stepIds } from "@/lib/model/investigation/step-ids";
import { emptyObject } from "../fields";

interface LineRules {
  readonly maxLength: number;
  readonly emptyError: string;
}

/** Returns the schema of one line of text without surrounding spaces. */
export function oneLine(rules: LineRules) {
  return z
    .string()
    .max(5_000)
    .trim()
    .superRefine((text, context) => {
      const error = titleError(text, rules);
      if (error !== null) context.addIssue({ code: "custom", message: error });
    });
}

// Line breaks and tabs are part of Markdown. PostgreSQL cannot store the null character.
// oxlint-disable-next-line no-control-regex
const unstorable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069]/;

/** Returns the schema of text with line breaks and without control characters. It may be empty. */
export function longText(maxLength: number) {
  return z
    .string()
    .max(maxLength)
    .refine(
      (text) => !unstorable.test(text) && text.isWellFormed(),
      "must not contain control or direction characters",
    );
}

/** Schema of the text that a list is searched for. */
export const searchText = longText(200).trim();

/** Returns the schema of Markdown with at least one visible character. */
export function markdown(maxLength: number) {
  return longText(maxLength).refine((text) => text.trim() !== "", "must not be empty");
}

/** Schema of the reason of a change, one line. */
export const reason = oneLine(reasonRules);
/** Schema of a time in epoch milliseconds. */
export const epochMs = z.int().min(0).max(8_640_000_000_000_000);
/** Schema of the number of a round; the first one is 1. */
export const round = z.int().min(1).max(investigationLimits.maxRounds);
/** Schema of the id of a step. */
export const stepId = z.enum(stepIds);

/** Schema of the id of a field in a step. */
export const fieldId = z.string().regex(/^[a-z][a-z0-9-]{0,59}$/, "must be the id of a field");

const { maxAnswers, maxAnswerLength, maxAnswersLength } = investigationLimits;

/** Text by field id of one step. */
export const stepAnswers = z
  .record(fieldId, longText(maxAnswerLength))
  .refine((answers) => Object.keys(answers).length <= maxAnswers, `must have at most ${maxAnswers} fields`)
  .refine(
    (answers) => Object.values(answers).reduce((sum, { length }) => sum + length, 0) <= maxAnswersLength,
    `must have at most ${maxAnswersLength} characters in total`,
  );

/** Schema of one tag of an investigation. */
export const tag = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]*$/, "must be lowercase letters, digits and hyphens")
  .max(investigationLimits.maxTagLength);

/** Schema of the tags of an investigation. The result is sorted and has no duplicates. */
export const tags = z
  .array(tag)
  .max(investigationLimits.maxTags)
  .transform((names) => [...new Set(names)].toSorted());

/** The number of an investigation, as 31 or INV-31. */
const number = z
  .string()
  .regex(/^(?:INV-)?[1-9]\d{0,8}$/i, "must be the number of an investigation, such as 31 or INV-31")
  .transform((text) => Number(text.replace(/^INV-/i, "")));

/** Schema of the path parameters of an investigation: its number. */
export const investigationParams = z.strictObject({ number });

/** Limits of requests of one investigation. */
export const writeRules = {
  method: "POST",
  guard: "idempotency-key",
  timeLimitMs: 5_000,
  maxBodyBytes: 64 * 1_024,
  params: investigationParams,
  query: emptyObject,
} as const;

/** Method and limits of endpoints that edit an investigation. */
export const editRules = { ...writeRules, method: "PATCH", guard: "if-match" } as const;

/** Method and limits of endpoints that remove something from an investigation. */
export const removeRules = { ...writeRules, method: "DELETE", maxBodyBytes: 4 * 1_024 } as const;

/** Method and limits of endpoints that read an investigation. */
export const readRules = {
  method: "GET",
  timeLimitMs: 5_000,
  maxBodyBytes: 0,
  params: investigationParams,
  query: emptyObject,
  body: emptyObject,
} as const;
