import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { HypothesisEntry } from "@/lib/contracts/investigations/hypotheses";
import { HypothesisItem } from "./hypothesis-item";

const hypothesis: HypothesisEntry = {
  id: "h1",
  number: 1,
  round: 1,
  statement: "The cache is full.",
  layer: "system",
  causeClass: null,
  effect: null,
  status: "open",
  rank: 1,
  evidence: [],
  author: "Mara",
  version: 1,
  createdAtMs: 0,
};

function show(currentRound: number): string {
  const { unmount } = render(
    <ul>
      <HypothesisItem
        hypothesis={hypothesis}
        currentRound={currentRound}
        canEdit={false}
        hasDraft={false}
        isSaving={false}
        onStatus={() => undefined}
        onEdit={() => undefined}
      />
    </ul>,
  );
  const text = screen.getByRole("listitem", { name: "H1" }).textContent;
  unmount();
  return text;
}

test("a hypothesis of an earlier round is named as such", () => {
  expect(show(1)).not.toContain("Round");
  expect(show(2)).toContain("Round 1. ");
});
