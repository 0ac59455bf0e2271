import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import type { InvestigationResponse } from "@/lib/contracts/investigations/investigations";
import { StateForm } from "./state-form";

const page = {
  investigation: { number: 31, state: "triage", deployments: [], deploy: null, round: 1 },
  experiments: [],
  earlierFixIds: [],
} as unknown as InvestigationResponse;

afterEach(() => vi.unstubAllGlobals());

test("an error of one state is not displayed for another state", async () => {
  const next = "“Invalid” requires a reason, because the investigation ends without a fix.";
  const problem = {
    type: "about:blank",
    title: "The state was not changed",
    status: 409,
    code: "conflict",
    next,
  };
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ ...problem, detail: next }, { status: 409 })));
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <StateForm page={page} onClose={vi.fn()} />
    </QueryClientProvider>,
  );
  const user = userEvent.setup();
  const state = screen.getByLabelText(/^New state/);
  await user.selectOptions(state, "invalid");
  await user.click(screen.getByRole("button", { name: "Change state" }));
  expect(await screen.findByText(/requires a reason/)).toBeVisible();
  await user.selectOptions(state, "infrastructure");
  expect(screen.queryByText(/requires a reason/)).toBeNull();
});
