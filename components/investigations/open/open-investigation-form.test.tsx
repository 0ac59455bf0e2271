import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import { OpenInvestigationForm } from "./open-investigation-form";

afterEach(() => vi.unstubAllGlobals());

const teamId = "11111111-1111-4111-8111-111111111111";

test("a team can own a new investigation that everyone reads", async () => {
  const bodies: unknown[] = [];
  vi.stubGlobal("fetch", (address: string, { method = "GET", body }: RequestInit = {}) => {
    if (method !== "GET") {
      bodies.push(JSON.parse(body as string));
      return Promise.resolve(Response.json({ asOfMs: 0, investigation: { number: 31 } }, { status: 201 }));
    }
    const teams = [{ id: teamId, name: "Serving", canChoose: true }];
    return Promise.resolve(
      Response.json(address.includes("/teams") ? { teams } : { templates: [], deployments: [] }),
    );
  });
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <OpenInvestigationForm deployment={null} onOpened={() => undefined} onCancel={() => undefined} />
    </QueryClientProvider>,
  );
  await userEvent.type(await screen.findByLabelText("Title"), "Slow first tokens");
  await userEvent.selectOptions(
    await screen.findByLabelText("Visible to"),
    "Everyone, edited by the team Serving",
  );
  await userEvent.click(screen.getByRole("button", { name: "Open" }));
  await vi.waitFor(() => expect(bodies).toEqual([expect.objectContaining({ teamId, visibility: "open" })]));
  expect(bodies[0]).not.toHaveProperty("visibleTo");
});
