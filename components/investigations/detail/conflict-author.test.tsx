/** Tests that a conflict names the person who changed the properties of the investigation. */
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import type { InvestigationResponse } from "@/lib/contracts/investigations/investigations";
import { LinkSection } from "./link-section";
import { PropertiesForm } from "./properties-form";

const atMs = Date.UTC(2026, 10, 29, 14, 3);
const links = [{ kind: "ticket", title: "Ticket 7", url: "https://tickets.example/7" }];

interface LastEntry {
  readonly kind?: "edited" | "state" | "round";
  readonly isCaller?: true;
}

function createPage(version: number, title: string, { kind = "edited", ...author }: LastEntry = {}) {
  const entries = [
    { author: "Ada", atMs: atMs + 60_000, payload: { kind: "comment", text: "Looking.", mentions: [] } },
    { author: "Mara", ...author, atMs, payload: { kind } },
  ];
  const investigation = {
    number: 31,
    version,
    title,
    severity: 2,
    links,
    deployments: [],
    tags: [],
    owner: null,
    team: null,
    visibility: "open",
    dueOn: null,
    startedAtMs: null,
    detectedAtMs: null,
    mitigatedAtMs: null,
    resolvedAtMs: null,
  };
  return {
    investigation,
    timeline: { entries, nextCursor: null },
    rights: { canEdit: true },
  } as unknown as InvestigationResponse;
}

beforeEach(() => {
  vi.stubGlobal("fetch", (_: string, { method = "GET" }: RequestInit = {}) =>
    Promise.resolve(
      method === "GET"
        ? Response.json({ asOfMs: 0, people: [], deployments: [], teams: [] })
        : Response.json({ code: "precondition-failed", title: "", detail: "" }, { status: 412 }),
    ),
  );
});
afterEach(() => vi.unstubAllGlobals());

function show(content: ReactNode) {
  const queries = makeQueryClient();
  const wrap = (one: ReactNode) => <QueryClientProvider client={queries}>{one}</QueryClientProvider>;
  const { rerender } = render(wrap(content));
  return (next: ReactNode) => rerender(wrap(next));
}

test.each(["edited", "state", "round"] as const)(
  "the dialog about the properties names the person of the entry “%s”",
  async (kind) => {
    const form = (page: InvestigationResponse) => <PropertiesForm page={page} onClose={() => undefined} />;
    const showNext = show(form(createPage(1, "Slow")));
    await userEvent.type(screen.getByLabelText("Title"), " again");
    showNext(form(createPage(2, "Slower", { kind })));
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByRole("dialog", { name: "Changed by Mara" })).toHaveTextContent(
      /Mara saved a new version at/,
    );
  },
);

test("the dialog does not call the user another person after a save in another window", async () => {
  const form = (page: InvestigationResponse) => <PropertiesForm page={page} onClose={() => undefined} />;
  const showNext = show(form(createPage(1, "Slow")));
  await userEvent.type(screen.getByLabelText("Title"), " again");
  showNext(form(createPage(2, "Slower", { isCaller: true })));
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  const dialog = await screen.findByRole("dialog", { name: "Changed in another window" });
  expect(dialog).toHaveTextContent(/You changed this in another window at .*\d\d:03/);
  expect(dialog).not.toHaveTextContent(/Mara|[Tt]heirs/);
  expect(screen.getByRole("button", { name: "Keep this input" })).toBeVisible();
});

test("a refused removal after a save in another window names the other window", async () => {
  show(<LinkSection page={createPage(2, "Slow", { isCaller: true })} />);
  await userEvent.click(screen.getByRole("button", { name: "Remove the link Ticket 7" }));
  expect(await screen.findByRole("alert")).toHaveTextContent(
    /Not saved: changed in another window\. You saved a newer version at .*\. Try again\./,
  );
});

test("a refused new link names the person, and so does a refused removal", async () => {
  show(<LinkSection page={createPage(2, "Slow")} />);
  await userEvent.click(screen.getByRole("button", { name: "Remove the link Ticket 7" }));
  const text = /Not saved: changed by Mara\. Mara saved a newer version at .*\. Try again\./;
  expect(await screen.findByRole("alert")).toHaveTextContent(text);
  await userEvent.click(screen.getByRole("button", { name: "Add link" }));
  await userEvent.type(screen.getByLabelText("Title"), "Fix");
  await userEvent.type(screen.getByLabelText("Address"), "https://code.example/8");
  await userEvent.click(screen.getAllByRole("button", { name: "Add link" }).at(-1) ?? document.body);
  const form = screen.getByRole("form", { name: "Add link" });
  await screen.findAllByText(/Mara saved a newer version/);
  expect(form).toHaveTextContent(text);
});
