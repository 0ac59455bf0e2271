import fc from "fast-check";
import { expect, test } from "vitest";
import { findFirstTokenNs } from "./first-token";
import { arbitraryShuffledSpanGraph, createSpan } from "./fixtures";

const reported = (seconds: number | string) => ({ "gen_ai.latency.time_to_first_token": seconds });

test("an engine's attribute counts from its span's start", () => {
  expect(findFirstTokenNs([createSpan({ spanId: "a", startNs: 1_000, attributes: reported(0.25) })])).toBe(
    250_001_000,
  );
  expect(findFirstTokenNs([createSpan({ spanId: "a", attributes: reported("0.25") })])).toBe(250_000_000);
});

test("zero means that there was no first token", () => {
  expect(findFirstTokenNs([createSpan({ spanId: "a", attributes: reported(0) })])).toBeNull();
});

test("an event also reports it, and the earliest event wins", () => {
  const events = [
    { name: "first_token", atNs: 90, attributes: {} },
    { name: "First Token", atNs: 70, attributes: {} },
    { name: "first tokens of a book", atNs: 5, attributes: {} },
  ];
  expect(findFirstTokenNs([createSpan({ spanId: "a", events })])).toBe(70);
});

test("of several engines, the one that started first counts", () => {
  const first = createSpan({ spanId: "a", startNs: 10, attributes: reported(2) });
  const retried = createSpan({ spanId: "b", startNs: 20, attributes: reported(1) });
  expect(findFirstTokenNs([retried, first])).toBe(2_000_000_010);
});

test("returns null when nothing reports it, without guessing from names", () => {
  expect(findFirstTokenNs([createSpan({ spanId: "prefill", operation: "first token wait" })])).toBeNull();
  expect(findFirstTokenNs([])).toBeNull();
});

test("the order of the spans does not matter", () => {
  fc.assert(
    fc.property(arbitraryShuffledSpanGraph, ({ spans, shuffled }) => {
      const reporting = (list: typeof spans) =>
        list.map((span) =>
          span.operation === "work" ? { ...span, attributes: reported(1 + span.durationNs / 100) } : span,
        );
      expect(findFirstTokenNs(reporting(shuffled))).toBe(findFirstTokenNs(reporting(spans)));
    }),
  );
});
