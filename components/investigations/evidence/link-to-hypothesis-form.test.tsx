/** Tests the form that links evidence to a hypothesis. */
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import type { EvidenceEntry, HypothesisEntry } from "@/lib/contracts/investigations/hypotheses";
import { LinkToHypothesisForm } from "./link-to-hypothesis-form";

const hypothesis: HypothesisEntry = {
  id: "h1",
  number: 1,
  statement: "The cache is full.",
  layer: "system",
  causeClass: null,
  effect: null,
  status: "open",
  rank: 1,
  round: 1,
  evidence: [],
  author: "Mara",
  version: 1,
  createdAtMs: 0,
};

function createNote(number: number, hypotheses: EvidenceEntry["hypotheses"]): EvidenceEntry {
  return {
    id: `e${number}`,
    number,
    kind: "note",
    title: `Note ${number}`,
    text: "98 %",
    answer: null,
    file: null,
    steps: [],
    hypotheses,
    author: "Mara",
    createdAtMs: 0,
    removal: null,
  };
}

test("shows the present link of each chosen piece, and a new link for a piece without one", async () => {
  const bodies: unknown[] = [];
  vi.stubGlobal("fetch", (_path: string, init: RequestInit = {}) => {
    bodies.push(JSON.parse(init.body as string));
    return Promise.resolve(Response.json({ asOfMs: 0 }));
  });
  const present = { hypothesisId: "h1", number: 1, direction: "against", weight: "strong" } as const;
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <LinkToHypothesisForm
        number={31}
        round={1}
        label="Link evidence to H1"
        evidence={[createNote(1, []), createNote(2, [present])]}
        hypotheses={[hypothesis]}
        onClose={vi.fn<() => void>()}
      />
    </QueryClientProvider>,
  );
  const [piece, direction, weight] = ["Evidence", "Direction", "Weight"].map((label) =>
    screen.getByLabelText<HTMLSelectElement>(label),
  );
  if (piece === undefined) throw new Error("the form has no evidence");
  expect([direction?.value, weight?.value]).toEqual(["for", "moderate"]);
  await userEvent.selectOptions(piece, "e2");
  expect([direction?.value, weight?.value]).toEqual(["against", "strong"]);
  await userEvent.selectOptions(piece, "e1");
  expect([direction?.value, weight?.value]).toEqual(["for", "moderate"]);
  await userEvent.click(screen.getByRole("button", { name: "Save link" }));
  await waitFor(() =>
    expect(bodies).toEqual([
      {
        steps: [],
        hypotheses: [{ hypothesisId: "h1", direction: "for", weight: "moderate" }],
        from: [],
        fromSteps: [],
      },
    ]),
  );
});
