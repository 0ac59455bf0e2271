/** Tests that unsaved comments and hypotheses are stored as drafts. */
import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import type { InvestigationResponse } from "@/lib/contracts/investigations/investigations";
import { HypothesisSection } from "../hypotheses/hypothesis-section";
import { CommentForm } from "./comment-form";

interface StoredDraft {
  readonly part: string;
  readonly document: string;
  readonly updatedAtMs: number;
}

let drafts: readonly StoredDraft[];
let sent: string[];
/** Draft that another device stores before this page deletes its draft. */
let newer: StoredDraft | null;

function answer(path: string, { method = "GET", body }: RequestInit): Response {
  if (path.endsWith("/people")) return Response.json({ asOfMs: 0, people: [] });
  if (method === "GET") return Response.json({ asOfMs: 0, drafts });
  sent.push(`${method} ${path}`);
  const { part, document } = JSON.parse(body as string);
  if (method === "DELETE" && newer !== null) {
    drafts = [newer];
    return Response.json({ code: "precondition-failed", title: "", detail: "" }, { status: 412 });
  }
  if (method === "DELETE") drafts = [];
  else if (path.endsWith("/drafts")) drafts = [{ part, document, updatedAtMs: drafts.length + sent.length }];
  return Response.json({ asOfMs: 0, part, updatedAtMs: drafts.length + sent.length });
}

beforeEach(() => {
  drafts = [];
  sent = [];
  newer = null;
  vi.stubGlobal("fetch", async (path: string, init: RequestInit = {}) => {
    // The form opens again before the server refuses to delete the newer draft.
    if (init.method === "DELETE" && newer !== null)
      await waitFor(() => expect(screen.getByLabelText("Comment")).toHaveValue(""));
    return answer(path, init);
  });
});
afterEach(() => vi.unstubAllGlobals());

const page = {
  investigation: { number: 31, round: 1 },
  hypotheses: [],
  evidence: [],
  earlierEvidenceCount: 0,
  rights: { canEdit: true, canComment: true },
} as unknown as InvestigationResponse;

function show(form: ReactNode): void {
  render(<QueryClientProvider client={makeQueryClient()}>{form}</QueryClientProvider>);
}

test("an unsaved comment survives a reload, and its draft ends when the comment is added", async () => {
  show(<CommentForm number={31} />);
  await userEvent.type(await screen.findByLabelText("Comment"), "Slow again.");
  expect(await screen.findByText(/^Your draft is stored\. Choose “Comment”/)).toBeVisible();
  cleanup();
  show(<CommentForm number={31} />);
  await waitFor(() => expect(screen.getByLabelText("Comment")).toHaveValue("Slow again."));
  await userEvent.click(screen.getByRole("button", { name: "Comment" }));
  await waitFor(() => expect(screen.getByLabelText("Comment")).toHaveValue(""));
  await waitFor(() => expect(drafts).toEqual([]));
  expect(sent.slice(1)).toEqual([
    "POST /api/v1/investigations/31/comments",
    "DELETE /api/v1/investigations/31/drafts/comment",
  ]);
});

test("the form of a new comment shows the draft that another device stored meanwhile", async () => {
  show(<CommentForm number={31} />);
  await userEvent.type(await screen.findByLabelText("Comment"), "Slow again.");
  await screen.findByText(/^Your draft is stored\./);
  const openedVersion = { version: null, values: { text: "" } };
  const document = JSON.stringify({ openedVersion, values: { text: "From the phone." } });
  newer = { part: "comment", document, updatedAtMs: 1_000 };
  await userEvent.click(screen.getByRole("button", { name: "Comment" }));
  await waitFor(() => expect(screen.getByLabelText("Comment")).toHaveValue("From the phone."));
  expect(drafts).toEqual([newer]);
});

test("“Discard changes” stores no draft", async () => {
  show(<HypothesisSection page={page} />);
  await userEvent.click(await screen.findByRole("button", { name: "Add hypothesis" }));
  await userEvent.type(await screen.findByLabelText("Statement"), "The cache is full.");
  await screen.findByText(/^Your draft is stored\./);
  await userEvent.type(screen.getByLabelText("Statement"), " Or not.");
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  await userEvent.click(await screen.findByRole("button", { name: "Discard changes" }));
  await waitFor(() => expect(sent.at(-1)).toMatch(/^DELETE /));
  expect(drafts).toEqual([]);
  expect(await screen.findByRole("button", { name: "Add hypothesis" })).toBeVisible();
});

test("“Discard changes” deletes a draft that was stored while the question was open", async () => {
  show(<HypothesisSection page={page} />);
  await userEvent.click(await screen.findByRole("button", { name: "Add hypothesis" }));
  await userEvent.type(await screen.findByLabelText("Statement"), "The cache is full.");
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  const discard = await screen.findByRole("button", { name: "Discard changes" });
  await waitFor(() => expect(drafts).toHaveLength(1), { timeout: 5_000 });
  await userEvent.click(discard);
  await waitFor(() => expect(drafts).toEqual([]), { timeout: 5_000 });
});

test("an unsaved hypothesis survives a reload, and can be discarded", async () => {
  show(<HypothesisSection page={page} />);
  await userEvent.click(await screen.findByRole("button", { name: "Add hypothesis" }));
  await userEvent.type(await screen.findByLabelText("Statement"), "The cache is full.");
  expect(await screen.findByText(/^Your draft is stored\. Choose “Add hypothesis”/)).toBeVisible();
  cleanup();
  show(<HypothesisSection page={page} />);
  await userEvent.click(await screen.findByRole("button", { name: "Continue draft of a hypothesis" }));
  await waitFor(() => expect(screen.getByLabelText("Statement")).toHaveValue("The cache is full."));
  await userEvent.click(screen.getByRole("button", { name: "Discard draft" }));
  expect(await screen.findByRole("button", { name: "Add hypothesis" })).toBeVisible();
  expect(drafts).toEqual([]);
});
