/** Tests the drafts of one person who edits a step in two tabs or on two devices. */
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createDraft, draftPart, openStep, showStepEditor, type StoredDraft } from "./fixtures";
import type { StepValues } from "./step-schema";

/** The draft on the server. Its endpoints refuse to replace or delete a draft that the caller has not read. */
let stored: StoredDraft | null;
let isReachable: boolean;
/** Why the server refuses drafts; null while it stores them. */
let limit: string | null;
let attemptCount: number;
let saved: { readonly draftUpdatedAtMs?: number } | null;
/** Delays the first deletion of a draft. */
let beforeDeletion: () => Promise<void>;

const refusal = () => Response.json({ code: "precondition-failed", title: "", detail: "" }, { status: 412 });

function answer(path: string, { method = "GET", body }: RequestInit): Response {
  if (!isReachable) return new Response("{}", { status: 503 });
  if (method === "GET")
    return Response.json({ asOfMs: 0, drafts: stored === null ? [] : [{ part: draftPart, ...stored }] });
  const input = JSON.parse(body as string);
  if (method === "PATCH") {
    saved = input;
    if (stored?.updatedAtMs === input.draftUpdatedAtMs) stored = null;
    return Response.json({ asOfMs: 0, step: { ...openStep, answers: input.answers, version: 2 } });
  }
  const isKnown = (updatedAtMs: number | undefined): boolean =>
    stored === null || stored.updatedAtMs === updatedAtMs;
  if (limit !== null) {
    attemptCount += 1;
    return Response.json(
      { code: "conflict", status: 409, detail: limit, next: "Discard one." },
      { status: 409 },
    );
  }
  if (!isKnown(method === "DELETE" ? input.updatedAtMs : input.replacedMs)) return refusal();
  stored =
    method === "DELETE"
      ? null
      : { document: input.document, updatedAtMs: Math.max(1, (stored?.updatedAtMs ?? 0) + 1) };
  return Response.json({ asOfMs: 0, part: draftPart, updatedAtMs: stored?.updatedAtMs });
}

beforeEach(() => {
  stored = null;
  saved = null;
  isReachable = true;
  limit = null;
  attemptCount = 0;
  beforeDeletion = () => Promise.resolve();
  vi.stubGlobal("fetch", async (path: string, init: RequestInit = {}) => {
    if (init.method === "DELETE") await beforeDeletion();
    return answer(path, init);
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Stores a draft on another device of the person. */
function storeElsewhere(answers: StepValues["answers"]): void {
  stored = createDraft(answers, 1_000);
}

const readStored = () => JSON.parse(stored?.document ?? "null")?.values.answers;
const field = (label: RegExp) => screen.findByLabelText<HTMLTextAreaElement>(label);
const measured = () => field(/^Measured data/);
const sampling = () => field(/^Sampling of traces/);

test("input to different fields in two tabs is merged", async () => {
  showStepEditor();
  await measured();
  storeElsewhere({ sampling: "10 %" });
  await userEvent.type(await measured(), " Batch size.");
  await waitFor(() => expect(readStored().measured).toBe("Queue time. Batch size."));
  expect(readStored().sampling).toBe("10 %");
  expect(await sampling()).toHaveValue("10 %");
  expect(await measured()).toHaveValue("Queue time. Batch size.");
  expect(await screen.findByText(/It contains your input from another visit, tab or device\./)).toBeVisible();
});

test.each([
  ["Keep the input on this page", "Mine."],
  ["Use the other input", "Elsewhere."],
])("different input to one field replaces no draft before “%s” is chosen", async (choice, text) => {
  showStepEditor();
  await userEvent.clear(await measured());
  storeElsewhere({ measured: "Elsewhere.", sampling: "10 %" });
  await userEvent.type(await measured(), "Mine.");
  const button = await screen.findByRole("button", { name: choice });
  expect(screen.getByText("Elsewhere.")).toBeVisible();
  expect(readStored().measured).toBe("Elsewhere.");
  await userEvent.click(button);
  await waitFor(() => expect(screen.getByLabelText(/^Measured data/)).toHaveValue(text));
  await screen.findByText(/^Your draft is stored\./);
  expect(readStored()).toMatchObject({ measured: text, sampling: "10 %" });
});

test("a save deletes the draft that it contains, and shows the draft of another device", async () => {
  showStepEditor();
  await userEvent.type(await measured(), " Batch size.");
  await screen.findByText(/^Your draft is stored\./);
  storeElsewhere({ sampling: "10 %" });
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(
    await screen.findByText(/^This draft is from another visit, tab or device of yours\./),
  ).toBeVisible();
  expect(saved?.draftUpdatedAtMs).toBe(1);
  expect(readStored().sampling).toBe("10 %");
  expect(await sampling()).toHaveValue("10 %");
});

test("a save does not delete a draft that another device stores meanwhile", async () => {
  showStepEditor();
  await userEvent.type(await measured(), " Batch size.");
  await screen.findByText(/^Your draft is stored\./);
  beforeDeletion = async () => {
    beforeDeletion = () => Promise.resolve();
    storeElsewhere({ sampling: "10 %" });
    await waitFor(() => expect(screen.getByLabelText(/^Measured data/)).toHaveValue("Queue time."));
  };
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(
    await screen.findByText(/^This draft is from another visit, tab or device of yours\./),
  ).toBeVisible();
  expect(await sampling()).toHaveValue("10 %");
  // The draft of the other device, not a copy that this page stored.
  expect(stored?.updatedAtMs).toBe(1_000);
});

test("“Discard draft” shows a newer draft of another device instead of deleting it", async () => {
  storeElsewhere({ measured: "Read by this page." });
  showStepEditor();
  await waitFor(() => expect(screen.getByLabelText(/^Measured data/)).toHaveValue("Read by this page."));
  storeElsewhere({ measured: "Newer." });
  stored = { document: stored?.document ?? "", updatedAtMs: 2_000 };
  const discard = screen.getByRole("button", { name: "Discard draft" });
  await userEvent.click(discard);
  await waitFor(() => expect(screen.getByLabelText(/^Measured data/)).toHaveValue("Newer."));
  expect(readStored().measured).toBe("Newer.");
  await userEvent.click(screen.getByRole("button", { name: "Discard draft" }));
  await waitFor(() => expect(stored).toBeNull());
});

test("“Discard draft” after different input in two tabs shows the draft of the other tab", async () => {
  showStepEditor();
  await userEvent.clear(await measured());
  storeElsewhere({ measured: "Elsewhere." });
  await userEvent.type(await measured(), "Mine.");
  await screen.findByRole("button", { name: "Use the other input" });
  await userEvent.click(screen.getByRole("button", { name: "Discard draft" }));
  await waitFor(() => expect(screen.getByLabelText(/^Measured data/)).toHaveValue("Elsewhere."));
  expect(
    await screen.findByText(/^This draft is from another visit, tab or device of yours\./),
  ).toBeVisible();
  expect(stored?.updatedAtMs).toBe(1_000);
});

test("a draft that could not be stored is stored when the connection returns", async () => {
  showStepEditor();
  await measured();
  isReachable = false;
  await userEvent.type(await measured(), " Batch size.");
  expect(await screen.findByText(/^Your draft could not be stored\./)).toBeVisible();
  isReachable = true;
  act(() => void window.dispatchEvent(new Event("online")));
  expect(await screen.findByText(/^Your draft is stored\./)).toBeVisible();
  expect(screen.queryByText(/could not be stored/)).toBeNull();
  expect(readStored().measured).toBe("Queue time. Batch size.");
});

test("a draft that the server refuses is not tried again, and its reason is shown", async () => {
  showStepEditor();
  await measured();
  limit = "You have 200 drafts in this investigation.";
  await userEvent.type(await measured(), " Batch size.");
  const text =
    "Your draft could not be stored. You have 200 drafts in this investigation. Discard one. Save your input before you leave the page.";
  expect(await screen.findByText(text)).toBeVisible();
  act(() => void window.dispatchEvent(new Event("online")));
  limit = null;
  await userEvent.type(await measured(), " More.");
  expect(await screen.findByText(/^Your draft is stored\./)).toBeVisible();
  expect(attemptCount).toBe(1);
});

/** Shows the form, then stops the clock. Returns a function that types a text and waits. */
async function startTyping(): Promise<(text: string, waitMs: number) => Promise<void>> {
  showStepEditor();
  const input = await measured();
  vi.useFakeTimers();
  return async (text, waitMs) => {
    fireEvent.change(input, { target: { value: text } });
    await act(() => vi.advanceTimersByTimeAsync(waitMs));
  };
}

test("input without a pause is stored after five seconds", async () => {
  const type = await startTyping();
  for (let second = 0; second < 7; second += 1) await type(`Text ${second}`, 700);
  expect(stored).toBeNull();
  await type("Text 7", 700);
  expect(readStored().measured).toBe("Text 7");
});

test("input is stored at once when the page is hidden", async () => {
  const type = await startTyping();
  await type("Last words", 0);
  expect(stored).toBeNull();
  const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  document.dispatchEvent(new Event("visibilitychange"));
  hidden.mockRestore();
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(readStored().measured).toBe("Last words");
});
