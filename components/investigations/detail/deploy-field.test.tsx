import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import type { InvestigationResponse } from "@/lib/contracts/investigations/investigations";
import { StateForm } from "./state-form";

const events = ["Former fix", "New fix"].map((title, index) => ({
  id: `deploy-${index + 1}`,
  kind: "deploy",
  atMs: 1_795_000_000_000,
  title,
}));

async function openForm(
  earlierFixIds: readonly string[],
  deployments: readonly { readonly slug: string; readonly title: string }[] = [
    { slug: "chat", title: "Chat" },
  ],
): Promise<void> {
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ asOfMs: 0, events, nextCursor: null })));
  const page = {
    investigation: {
      number: 31,
      state: "active",
      round: 2,
      deploy: null,
      deployments,
    },
    experiments: [],
    earlierFixIds,
  } as unknown as InvestigationResponse;
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <StateForm page={page} onClose={() => undefined} />
    </QueryClientProvider>,
  );
  await userEvent.selectOptions(screen.getByLabelText("New state, now Active"), "fix-deployed");
}

async function show(earlierFixIds: readonly string[]): Promise<readonly string[]> {
  await openForm(earlierFixIds);
  await screen.findByRole("option", { name: /New fix/ });
  return screen.getAllByRole("option", { name: /(?:Former|New) fix$/ }).map((one) => one.textContent ?? "");
}

afterEach(() => vi.unstubAllGlobals());

test("lists the deploys, without those that were the fix of an earlier round", async () => {
  expect(await show(["deploy-1"])).toEqual([expect.stringContaining("New fix")]);
  expect(screen.getByText(/without the fixes of earlier rounds/)).toBeVisible();
});

test("lists all deploys in the first round", async () => {
  expect(await show([])).toHaveLength(2);
});

test("requires the deployment first, if the investigation has none", async () => {
  await openForm([], []);
  expect(
    screen.getByText(/^This investigation has no deployment, so no deploy can be linked\./),
  ).toBeVisible();
});
