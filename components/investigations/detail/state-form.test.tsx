import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import type { InvestigationResponse } from "@/lib/contracts/investigations/investigations";
import { StateForm } from "./state-form";

const page = {
  investigation: { number: 31, state: "active", round: 1, deploy: null, deployments: [] },
  experiments: [],
  earlierFixIds: [],
} as unknown as InvestigationResponse;

const problem = (fields: object) =>
  Response.json(
    { type: "urn:test", requestId: "r", status: 409, code: "conflict", ...fields },
    { status: 409 },
  );

/** Opens the form. The server refuses each change of the state with this answer. */
function show(refusal: object): void {
  vi.stubGlobal("fetch", () => Promise.resolve(problem(refusal)));
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <StateForm page={page} onClose={() => undefined} />
    </QueryClientProvider>,
  );
}

const choose = (state: string) =>
  userEvent.selectOptions(screen.getByLabelText("New state, now Active"), state);
const submit = () => userEvent.click(screen.getByRole("button", { name: "Change state" }));

afterEach(() => vi.unstubAllGlobals());

test("the refusal of a state is removed when another state is chosen", async () => {
  show({ title: "The state was not changed", detail: "State the reason for the end." });
  await choose("invalid");
  await submit();
  expect(await screen.findByRole("alert")).toHaveTextContent("State the reason for the end.");
  await choose("fix-deployed");
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
});

test("the error of a field that two states share is removed too", async () => {
  show({
    title: "Invalid request",
    detail: "reason: too short",
    code: "invalid-input",
    errors: [{ pointer: "#/reason", detail: "State the reason." }],
  });
  await choose("invalid");
  await submit();
  expect(await screen.findByText("State the reason.")).toBeVisible();
  await choose("infrastructure");
  await waitFor(() => expect(screen.queryByText("State the reason.")).toBeNull());
});

test("the form names the states that cannot be chosen yet, and which state comes first", () => {
  const triage = { ...page, investigation: { ...page.investigation, state: "triage" as const } };
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <StateForm page={triage} onClose={() => undefined} />
    </QueryClientProvider>,
  );
  expect(
    screen.getByText("“Fix deployed”, “Monitoring” and “Resolved” can be chosen after “Active”."),
  ).toBeVisible();
});
