import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import type { EvidenceSubject } from "@/components/layout/keep-evidence";
import { KeepEvidenceForm } from "./keep-evidence-form";

afterEach(() => vi.unstubAllGlobals());

const window = { startMs: 1_780_000_000_000, endMs: 1_780_000_900_000 };
const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
const subjects = {
  trace: { endpoint: "trace", traceId, clock: "raw" },
  roofline: { endpoint: "roofline", deployment: "chat", window },
} as const satisfies Readonly<Record<string, EvidenceSubject["question"]>>;

/** Returns the bodies of the sent requests. */
async function show(
  question: EvidenceSubject["question"],
  hypotheses: readonly object[] = [],
): Promise<readonly unknown[]> {
  const bodies: unknown[] = [];
  vi.stubGlobal("fetch", (_: string, { method = "GET", body }: RequestInit = {}) => {
    if (method === "GET")
      return Promise.resolve(
        Response.json({
          investigation: { step: "identify-symptoms", round: 2 },
          hypotheses,
          rights: { canEdit: true },
        }),
      );
    bodies.push(typeof body === "string" ? JSON.parse(body) : body);
    return Promise.resolve(Response.json({ asOfMs: 0, evidence: {} }, { status: 201 }));
  });
  const subject = { question, title: "Kept", window, deployment: "chat", opening: { kind: "chart" } };
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <KeepEvidenceForm
        number={31}
        subject={subject as EvidenceSubject}
        onStored={() => undefined}
        onCancel={() => undefined}
      />
    </QueryClientProvider>,
  );
  await screen.findByLabelText("Title");
  return bodies;
}

const choice = { name: "Include the text of prompts and completions" };

test.each([
  ["is not stored without a choice", false],
  ["is stored if the editor chooses it", true],
])("the text of prompts of a trace %s", async (_name, includesPromptText) => {
  const bodies = await show(subjects.trace);
  const box = screen.getByRole("checkbox", choice);
  expect(box).toHaveAccessibleDescription(/Everyone who may read the investigation can read this text/);
  if (includesPromptText) await userEvent.click(box);
  await userEvent.click(screen.getByRole("button", { name: "Keep" }));
  const question = includesPromptText ? { ...subjects.trace, includesPromptText } : subjects.trace;
  await vi.waitFor(() => expect(bodies).toEqual([expect.objectContaining({ question })]));
});

test("data that have no text of prompts have no choice", async () => {
  await show(subjects.roofline);
  expect(screen.queryByRole("checkbox", choice)).not.toBeInTheDocument();
});

test("data are linked to hypotheses of the current round only", async () => {
  await show(subjects.roofline, [
    { id: "h1", number: 1, round: 1, statement: "The cache is full." },
    { id: "h2", number: 2, round: 2, statement: "The hosts are shared." },
  ]);
  const options = within(screen.getByRole("combobox", { name: "Hypothesis" })).getAllByRole("option");
  expect(options.map(({ textContent }) => textContent)).toEqual(["None", "H2: The hosts are shared."]);
});
