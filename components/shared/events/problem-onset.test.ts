import { expect, test } from "vitest";
import { resolveLimits } from "@/lib/model/deployment/limits";
import type { DownSince } from "@/lib/model/reading";
import { problemContext } from "@/lib/status/context/problem-context";
import { findProblemOnset, onsetText } from "./problem-onset";

const atMs = Date.UTC(2026, 10, 30, 3, 12);
const missing = { kind: "unknown", reason: "Not read." } as const;

function onsetOf(since: DownSince, eventAtMs: number | null) {
  const event =
    eventAtMs === null
      ? missing
      : ({
          kind: "known",
          value: { kind: "deploy", title: "1.8.2", atMs: eventAtMs, beforeMs: atMs - eventAtMs },
        } as const);
  const context = problemContext(
    { slug: "chat", status: "slow-ttft", limits: resolveLimits({}) },
    { since: { kind: "known", value: since }, event, usual: null, affected: null },
  );
  return findProblemOnset(context?.onset);
}

const started: DownSince = { kind: "since", atMs, withinMs: 15_000, elapsedMs: 60_000 };

test("reads start and event from the sentence of the headline, with its distance", () => {
  const onset = onsetOf(started, atMs - 130_000);
  expect(onset).toEqual({ atMs, eventAtMs: atMs - 130_000 });
  expect(onsetText(onset!)).toBe("2 min before the onset");
  expect(onsetText(onsetOf(started, atMs - 5_000)!)).toBe("right before the onset");
});

test("there is no onset without a known start, an event or a problem", () => {
  expect(onsetOf(started, null)).toBeNull();
  expect(onsetOf({ kind: "at-least", elapsedMs: 60_000 }, atMs)).toBeNull();
  expect(findProblemOnset(undefined)).toBeNull();
});
