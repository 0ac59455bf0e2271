import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import type { ListedTeam } from "@/lib/client/teams";
import { TeamRow } from "./team-row";

afterEach(() => vi.unstubAllGlobals());

const team: ListedTeam = {
  id: "019a0000-0000-7000-8000-000000000001",
  name: "Serving",
  version: 3,
  canChoose: true,
  members: [],
  deploymentCount: 0,
  baselineCount: 0,
  investigationCount: 3,
  evidenceRetentionDays: null,
};

test("names what the team owns, with its investigations", () => {
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <ul>
        <TeamRow team={{ ...team, deploymentCount: 1 }} people={[]} />
      </ul>
    </QueryClientProvider>,
  );
  expect(screen.getByText("owns 1 deployment, 0 baselines and 3 investigations")).toBeVisible();
});

test("Rename focuses the field, shows why a name is refused, and saves another one", async () => {
  const send = vi.fn(() => Promise.resolve(Response.json({})));
  vi.stubGlobal("fetch", send);
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <ul>
        <TeamRow team={team} people={[]} />
      </ul>
    </QueryClientProvider>,
  );
  fireEvent.click(screen.getByRole("button", { name: "Rename" }));
  const field = screen.getByLabelText("New name of Serving");
  expect(field).toHaveFocus();
  expect(field).toHaveValue("Serving");
  fireEvent.change(field, { target: { value: "Inf\u0435rence" } });
  fireEvent.click(screen.getByRole("button", { name: "Save name" }));
  await screen.findByText(
    'Must not mix alphabets in one word: "Inf\u0435rence" has Latin and Cyrillic letters.',
  );
  expect(send).not.toHaveBeenCalled();
  fireEvent.change(field, { target: { value: "Inference" } });
  fireEvent.click(screen.getByRole("button", { name: "Save name" }));
  await waitFor(() => expect(field).not.toBeInTheDocument());
  expect(send).toHaveBeenCalledWith(
    expect.stringContaining(team.id),
    expect.objectContaining({ method: "PATCH", body: '{"name":"Inference"}' }),
  );
});
