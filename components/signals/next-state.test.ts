import { expect, test } from "vitest";
import type { PanelOutcome } from "@/lib/contracts/signals";
import { computeNextState } from "./panel-answers";

const answer = { asOfMs: 1 } as never;
const newer = { asOfMs: 2 } as never;
const problem = { title: "t", detail: "d", next: "n" } as never;

test("keeps an old answer during pending and failure, and replaces it with a newer one", () => {
  const answered: PanelOutcome = { key: "k", state: "answered", answer };
  const first = computeNextState(undefined, answered);
  const pending = computeNextState(first, { key: "k", state: "pending", elapsedMs: 10 });
  expect(pending).toEqual({ kind: "pending", pendingForMs: 10, answer });
  const failed = computeNextState(pending, { key: "k", state: "failed", problem });
  expect(failed).toEqual({ kind: "failed", problem, answer });
  expect(computeNextState(failed, { key: "k", state: "answered", answer: newer })).toEqual({
    kind: "answered",
    answer: newer,
  });
});

test("has no answer when the first request fails", () => {
  expect(computeNextState({ kind: "loading" }, { key: "k", state: "failed", problem })).toEqual({
    kind: "failed",
    problem,
    answer: null,
  });
});
