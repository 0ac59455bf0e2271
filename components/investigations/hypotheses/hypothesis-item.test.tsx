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

function show(currentRound: number, evidence: HypothesisEntry["evidence"] = []) {
  const { unmount } = render(
    <ul>
      <HypothesisItem
        hypothesis={{ ...hypothesis, evidence }}
        currentRound={currentRound}
        evidenceTitles={new Map([[4, "TTFT of chat"]])}
        canEdit
        hasDraft={false}
        isSaving={false}
        onStatus={() => undefined}
        onEdit={() => undefined}
      />
    </ul>,
  );
  const { textContent } = screen.getByRole("listitem", { name: "H1" });
  const canChange = screen.queryByRole("combobox", { name: "Status of H1" }) !== null;
  const canEdit = screen.queryByRole("button", { name: "Edit H1" }) !== null;
  const links = screen
    .queryAllByRole("link")
    .map((link) => [link.textContent, link.getAttribute("href"), link.title]);
  unmount();
  return { text: textContent, canChange, canEdit, links };
}

test("a hypothesis of an earlier round is named as such", () => {
  expect(show(1).text).not.toContain("Round");
  expect(show(2).text).toContain("Round 1. ");
});

test("only a hypothesis of the current round can be changed", () => {
  expect(show(1)).toMatchObject({ canChange: true, canEdit: true });
  expect(show(2)).toMatchObject({ canChange: false, canEdit: false });
});

test("evidence on the page has a link with its title, and earlier evidence has its number", () => {
  const evidence = [2, 4].map((number) => ({
    evidenceId: `e${number}`,
    number,
    direction: "for" as const,
    weight: "strong" as const,
  }));
  const { text, links } = show(1, evidence);
  expect(links).toEqual([["E4", "#E4", "TTFT of chat"]]);
  expect(text).toContain("E2 strong");
});
