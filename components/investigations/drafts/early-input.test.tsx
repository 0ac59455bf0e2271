/** Tests input that a person types into a form before its stored draft has been read. */
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createDraft, draftPart, openStep, showStepEditor, type StoredDraft } from "../steps/fixtures";
import type { StepValues } from "../steps/step-schema";

/** The draft on the server, which refuses to replace or delete a draft that the caller has not read. */
let stored: StoredDraft | null;
/** Ends the wait of the first request for the drafts. */
let answerRead: () => void;

function answer({ method = "GET", body }: RequestInit): Response {
  if (method === "GET")
    return Response.json({ asOfMs: 0, drafts: stored === null ? [] : [{ part: draftPart, ...stored }] });
  const input = JSON.parse(body as string);
  if (method === "PATCH")
    return Response.json({ asOfMs: 0, step: { ...openStep, answers: input.answers, version: 2 } });
  const known = method === "DELETE" ? input.updatedAtMs : input.replacedMs;
  if (stored !== null && stored.updatedAtMs !== known)
    return Response.json({ code: "precondition-failed", title: "", detail: "" }, { status: 412 });
  const updatedAtMs = (stored?.updatedAtMs ?? 0) + 1;
  stored = method === "DELETE" ? null : { document: input.document, updatedAtMs };
  return Response.json({ asOfMs: 0, part: draftPart, updatedAtMs });
}

beforeEach(() => {
  stored = null;
  const isAnswered = new Promise<void>((resolve) => {
    answerRead = resolve;
  });
  vi.stubGlobal("fetch", async (_: string, init: RequestInit = {}) => {
    if ((init.method ?? "GET") === "GET") await isAnswered;
    return answer(init);
  });
});
afterEach(() => vi.unstubAllGlobals());

function storeDraft(answers: StepValues["answers"]): void {
  stored = createDraft(answers, 1_000);
}

const readStored = () => JSON.parse(stored?.document ?? "null")?.values.answers;
const measured = () => screen.getByLabelText<HTMLTextAreaElement>(/^Measured data/);
const sampling = () => screen.getByLabelText<HTMLTextAreaElement>(/^Sampling of traces/);

test("a form without input shows the draft when it has been read", async () => {
  storeDraft({ measured: "Draft." });
  showStepEditor();
  expect(measured()).toHaveValue("Queue time.");
  expect(screen.getByText("Loading your draft.")).toBeVisible();
  answerRead();
  await waitFor(() => expect(measured()).toHaveValue("Draft."));
  expect(screen.getByText(/^Your draft is stored\./)).toBeVisible();
  expect(screen.getByRole("button", { name: "Discard draft" })).toBeVisible();
});

test("a form without a stored draft accepts input at once and stores it", async () => {
  showStepEditor();
  await userEvent.type(measured(), " Batch size.");
  answerRead();
  expect(await screen.findByText(/^Your draft is stored\./)).toBeVisible();
  expect(measured()).toHaveValue("Queue time. Batch size.");
  expect(readStored().measured).toBe("Queue time. Batch size.");
});

test("early input to one field and a draft of another field are merged", async () => {
  storeDraft({ sampling: "10 %" });
  showStepEditor();
  await userEvent.type(measured(), " Batch size.");
  answerRead();
  await waitFor(() => expect(readStored()).toMatchObject({ measured: "Queue time. Batch size." }));
  expect(readStored().sampling).toBe("10 %");
  expect(measured()).toHaveValue("Queue time. Batch size.");
  expect(sampling()).toHaveValue("10 %");
});

test.each([
  ["Keep the input on this page", "Queue time. Early."],
  ["Use the other input", "Draft."],
])("early input to a field of the draft waits for the choice “%s”", async (choice, text) => {
  storeDraft({ measured: "Draft." });
  showStepEditor();
  await userEvent.type(measured(), " Early.");
  answerRead();
  const button = await screen.findByRole("button", { name: choice });
  expect(readStored().measured).toBe("Draft.");
  expect(measured()).toHaveValue("Queue time. Early.");
  await userEvent.click(button);
  await waitFor(() => expect(readStored().measured).toBe(text));
  expect(measured()).toHaveValue(text);
});

test("early input that is saved leaves the draft, which is shown after that", async () => {
  storeDraft({ sampling: "10 %" });
  showStepEditor();
  await userEvent.type(measured(), " Saved.");
  answerRead();
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(sampling()).toHaveValue("10 %"));
  expect(readStored().sampling).toBe("10 %");
});

test("early input that is undone shows the draft", async () => {
  storeDraft({ sampling: "10 %" });
  showStepEditor();
  await userEvent.type(measured(), "x");
  answerRead();
  await userEvent.type(measured(), "{Backspace}");
  await waitFor(() => expect(sampling()).toHaveValue("10 %"));
  expect(readStored().sampling).toBe("10 %");
});
