/** Tests the form of a step: drafts, saved versions, and conflicts. */
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import type { StepRecordEntry } from "@/lib/contracts/investigations/progress";
import { collectDataStep } from "@/lib/investigations/steps/collect-data";
import { StepEditor } from "./step-editor";
import { createDraft, draftPart, openStep } from "./fixtures";

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly version: string | null;
}

function show(drafts: readonly object[], answer: (sent: Sent) => Response | null = () => null) {
  const sent: Sent[] = [];
  vi.stubGlobal("fetch", (path: string, init: RequestInit = {}) => {
    const method = init.method ?? "GET";
    if (method === "GET") return Promise.resolve(Response.json({ asOfMs: 0, drafts }));
    const body: unknown = JSON.parse((init.body as string | undefined) ?? "{}");
    const request = { method, path, body, version: new Headers(init.headers).get("if-match") };
    sent.push(request);
    return Promise.resolve(
      answer(request) ?? Response.json({ asOfMs: 0, part: "", updatedAtMs: 1, step: openStep }),
    );
  });
  const queries = makeQueryClient();
  const editor = (next: StepRecordEntry) => (
    <QueryClientProvider client={queries}>
      <StepEditor
        number={31}
        version={1}
        step={collectDataStep}
        record={next}
        experiments={[]}
        lastSave={{ author: "Mara", atMs: Date.UTC(2026, 10, 29, 14, 3) }}
      />
    </QueryClientProvider>
  );
  const { rerender } = render(editor(openStep));
  return { sent, showRecord: (next: StepRecordEntry) => rerender(editor(next)) };
}

function lastOf(sent: readonly Sent[]): Sent {
  const last = sent.at(-1);
  if (last === undefined) throw new Error("nothing was sent");
  return last;
}

const measuredField = () => screen.findByLabelText<HTMLTextAreaElement>("Measured data");

function createStoredDraft() {
  return { part: draftPart, ...createDraft({ measured: "Draft." }, 5) };
}

test("keeps a draft that the server did not remove, and states it", async () => {
  const status = { current: 503 };
  show([createStoredDraft()], ({ method }) =>
    method === "DELETE" && status.current === 503 ? new Response("{}", { status: 503 }) : null,
  );
  const discard = await screen.findByRole("button", { name: "Discard draft" });
  await userEvent.click(discard);
  expect(await screen.findByText("Your draft could not be discarded. Try again.")).toBeVisible();
  expect(screen.getByLabelText("Measured data")).toHaveValue("Draft.");
  status.current = 200;
  await userEvent.click(discard);
  await waitFor(() => expect(screen.getByLabelText("Measured data")).toHaveValue("Queue time."));
});

test("continues with the stored draft, and discards it on request", async () => {
  const { sent } = show([createStoredDraft()]);
  await waitFor(() => expect(screen.getByLabelText("Measured data")).toHaveValue("Draft."));
  await userEvent.click(screen.getByRole("button", { name: "Discard draft" }));
  await waitFor(() => expect(screen.getByLabelText("Measured data")).toHaveValue("Queue time."));
  await waitFor(() =>
    expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "DELETE /api/v1/investigations/31/drafts/step%3A1%3Acollect-data",
    ]),
  );
  expect(screen.queryByRole("button", { name: "Discard draft" })).toBeNull();
});

test("stores typed input as a draft of the version that it is based on", async () => {
  const { sent } = show([]);
  await userEvent.type(await measuredField(), " Batch size.");
  expect(
    await screen.findByText("Your draft is stored. Choose “Save” to show it to other people."),
  ).toBeVisible();
  const { part, document } = lastOf(sent).body as { readonly part: string; readonly document: string };
  expect(part).toBe("step:1:collect-data");
  expect(JSON.parse(document)).toMatchObject({
    openedVersion: { version: 1 },
    values: { answers: { measured: "Queue time. Batch size." } },
  });
});

test("a draft retains the version that it is based on when another person saves a newer one", async () => {
  const { sent, showRecord } = show([]);
  await userEvent.type(await measuredField(), " Batch size.");
  expect(
    await screen.findByText("Your draft is stored. Choose “Save” to show it to other people."),
  ).toBeVisible();
  showRecord({ ...openStep, version: 2, answers: { measured: "Written by Mara." } });
  await userEvent.type(await measuredField(), " Twice.");
  // A slow machine stores a draft between two typed letters, so the number of stored drafts varies.
  await waitFor(() => {
    const { document } = lastOf(sent).body as { readonly document: string };
    expect(JSON.parse(document)).toMatchObject({
      openedVersion: { version: 1, values: { answers: { measured: "Queue time." } } },
      values: { answers: { measured: "Queue time. Batch size. Twice." } },
    });
  });
});

test("shows a version of another person at once if nothing was typed", async () => {
  const { showRecord } = show([]);
  await measuredField();
  showRecord({ ...openStep, version: 2, answers: { measured: "Written by Mara." } });
  await waitFor(() => expect(screen.getByLabelText("Measured data")).toHaveValue("Written by Mara."));
});

test("a conflict shows both versions, and the chosen one is saved on top of the newer version", async () => {
  const { sent, showRecord } = show([], ({ method, version }) =>
    method === "PATCH" && version === '"1"'
      ? Response.json(
          { code: "precondition-failed", title: "Changed", detail: "changed", status: 412 },
          { status: 412 },
        )
      : null,
  );
  const field = await measuredField();
  await userEvent.clear(field);
  await userEvent.type(field, "Mine.");
  showRecord({ ...openStep, version: 2, answers: { measured: "Theirs.", sampling: "10 %" } });
  expect(field).toHaveValue("Mine.");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  const dialog = await screen.findByRole("dialog", { name: "Changed by Mara" });
  expect(within(dialog).getByRole("row", { name: /^Measured data/ })).toHaveTextContent("Mine.Theirs.");
  expect(dialog).toHaveTextContent(/Mara saved a new version at Sun 29 Nov, \d\d:03:00 while/);
  await userEvent.click(within(dialog).getByRole("button", { name: "Keep mine" }));
  await waitFor(() => expect(sent.filter(({ method }) => method === "PATCH")).toHaveLength(2));
  const last = sent.filter(({ method }) => method === "PATCH").at(-1);
  expect(last?.version).toBe('"2"');
  expect(last?.body).toMatchObject({
    round: 1,
    answers: { measured: "Mine.", sampling: "10 %" },
    checked: [],
  });
});
