import { describe, expect, test } from "vitest";
import type { ChangeEvent } from "@/lib/model/event";
import { draftOf, validateDraft, fromField, toCreateBody, toEditBody } from "./event-draft";
import { newDraft, toField } from "./new-draft";

const nowMs = Date.UTC(2026, 10, 21, 12, 0, 0, 345);
const draft = { ...newDraft(nowMs, "chat"), title: "chat 2.4.1" };
const event: ChangeEvent = {
  id: "1",
  kind: "exclusion",
  atMs: nowMs,
  endMs: null,
  reason: "incident",
  title: "outage",
  source: null,
  deployment: null,
  from: null,
  to: null,
  origin: "hand",
  author: "operator",
  version: 3,
};

test("converts a time to the field text and back, to the second", () => {
  for (const atMs of [nowMs, Date.UTC(2026, 6, 1, 0, 30), Date.UTC(2026, 2, 29, 1, 30)])
    expect(fromField(toField(atMs))).toBe(Math.floor(atMs / 1_000) * 1_000);
});

describe("assigns each validation error to its field", () => {
  test.each([
    ["none", {}, {}],
    ["no title", { title: " " }, { title: /Describe what/ }],
    ["no time", { at: "" }, { at: /date and a time/ }],
    ["a deploy in the future", { at: toField(nowMs + 86_400_000) }, { at: /future/ }],
    [
      "an end before the start",
      { kind: "exclusion", end: toField(nowMs - 60_000) },
      { end: /after the start/ },
    ],
    ["half an end", { kind: "exclusion", end: "2026-11-" }, { end: /leave the field empty/ }],
    ["an end for a kind without an end", { end: toField(nowMs - 60_000) }, {}],
    [
      "several errors",
      { title: "", at: "", kind: "exclusion", end: "x" },
      { title: /Describe/, at: /date/, end: /date/ },
    ],
  ] as const)("%s", (_name, edit, expected) => {
    const errors = validateDraft({ ...draft, ...edit }, nowMs);
    expect(Object.keys(errors).toSorted()).toEqual(Object.keys(expected).toSorted());
    for (const [field, pattern] of Object.entries(expected))
      expect(errors[field as keyof typeof errors]).toMatch(pattern);
  });
});

test("sends a deploy without an end, and an exclusion with its reason and an optional end", () => {
  expect(toCreateBody({ ...draft, end: toField(nowMs) })).toEqual({
    kind: "deploy",
    atMs: nowMs - 345,
    title: "chat 2.4.1",
    deployment: "chat",
    origin: "hand",
  });
  expect(toCreateBody({ ...draft, kind: "exclusion", reason: "load-test" })).toMatchObject({
    kind: "exclusion",
    reason: "load-test",
    endMs: null,
  });
});

test("sends only changed fields", () => {
  expect(toEditBody(draftOf(event), event)).toBeNull();
  expect(toEditBody({ ...draftOf(event), title: "brownout" }, event)).toEqual({ title: "brownout" });
  expect(toEditBody({ ...draftOf(event), end: toField(nowMs + 60_000) }, event)).toEqual({
    endMs: nowMs + 60_000 - 345,
  });
  expect(toEditBody({ ...draftOf(event), deployment: "chat" }, event)).toEqual({ deployment: "chat" });
});
