import { describe, expect, test } from "vitest";
import type { ChangeEvent } from "@/lib/model/event";
import { formatDateInput } from "@/components/shared/date-input";
import { findChangedNames } from "@/components/shared/forms/compare-values";
import { parseForm } from "@/tests/support/parse-form";
import { createEventSchema } from "./event-schema";
import { createEventDraft, toStoredVersion, type EventDraft } from "./new-draft";

const nowMs = Date.UTC(2026, 10, 21, 12, 0, 0, 345);
const draft = { ...createEventDraft(nowMs, "chat"), title: "chat 2.4.1" };
const event: ChangeEvent = {
  id: "1",
  kind: "exclusion",
  atMs: nowMs,
  endMs: null,
  reason: "incident",
  title: "outage",
  source: null,
  deployment: null,
  fromValue: null,
  toValue: null,
  origin: "manual",
  author: "operator",
  version: 3,
};

const parse = (values: EventDraft) =>
  parseForm(
    createEventSchema(() => nowMs),
    values,
  );

/** The changed values of the body. */
function toEditBody(values: EventDraft): object {
  const names = findChangedNames({ ...toStoredVersion(event).values }, { ...values });
  return Object.fromEntries(
    Object.entries(parse(values).body ?? {}).filter(([name]) => names.includes(name)),
  );
}

describe("assigns each validation error to its field", () => {
  test.each([
    ["none", {}, {}],
    ["no title", { title: " " }, { title: /Describe what/ }],
    ["no time", { atMs: "" }, { atMs: /date and a time/ }],
    ["a deploy in the future", { atMs: formatDateInput(nowMs + 86_400_000) }, { atMs: /future/ }],
    [
      "an end before the start",
      { kind: "exclusion", endMs: formatDateInput(nowMs - 60_000) },
      { endMs: /after the start/ },
    ],
    ["half an end", { kind: "exclusion", endMs: "2026-11-" }, { endMs: /leave the field empty/ }],
    ["an end for a kind without an end", { endMs: formatDateInput(nowMs - 60_000) }, {}],
    [
      "several errors",
      { title: "", atMs: "", kind: "exclusion", endMs: "x" },
      { title: /Describe/, atMs: /date/, endMs: /date/ },
    ],
    [
      "no title, and an end before the start",
      { title: "", kind: "exclusion", endMs: formatDateInput(nowMs - 60_000) },
      { title: /Describe/, endMs: /after the start/ },
    ],
  ] as const)("%s", (_name, edit, expected) => {
    const { errors } = parse({ ...draft, ...edit });
    expect(Object.keys(errors).toSorted()).toEqual(Object.keys(expected).toSorted());
    for (const [field, pattern] of Object.entries(expected)) expect(errors[field]).toMatch(pattern);
  });
});

test("sends a deploy without an end, and an exclusion with its reason and an optional end", () => {
  expect(parse({ ...draft, endMs: formatDateInput(nowMs) }).body).toEqual({
    kind: "deploy",
    atMs: nowMs - 345,
    title: "chat 2.4.1",
    deployment: "chat",
    origin: "manual",
  });
  expect(parse({ ...draft, kind: "exclusion", reason: "load-test" }).body).toMatchObject({
    kind: "exclusion",
    reason: "load-test",
    endMs: null,
  });
});

test("sends only changed fields", () => {
  const { values } = toStoredVersion(event);
  expect(toEditBody(values)).toEqual({});
  expect(toEditBody({ ...values, title: "brownout" })).toEqual({ title: "brownout" });
  expect(toEditBody({ ...values, endMs: formatDateInput(nowMs + 60_000) })).toEqual({
    endMs: nowMs + 60_000 - 345,
  });
  expect(toEditBody({ ...values, deployment: "chat" })).toEqual({ deployment: "chat" });
});
