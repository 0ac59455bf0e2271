import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import type { ApiTokenEntry, CreatedTokenResponse } from "@/lib/contracts/people/tokens";
import type { TokenScope } from "@/lib/model/person";
import { TokensPage } from "./tokens-page";

const token: ApiTokenEntry = {
  id: "00000000-0000-7000-8000-000000000001",
  name: "nightly gate",
  prefix: "rp_AbCdEf",
  scopes: ["gate"],
  maker: { id: "ada", name: "Ada Lovelace" },
  account: null,
  state: "active",
  createdAtMs: 1_795_000_000_000,
  expiresAtMs: 1_802_000_000_000,
  lastUse: null,
};

interface Server {
  readonly tokens?: readonly ApiTokenEntry[];
  readonly grantableScopes?: readonly TokenScope[];
  readonly created?: CreatedTokenResponse;
}

/** Shows the page, and returns the bodies that it sends. */
function show({ tokens = [], grantableScopes = ["read", "gate"], created }: Server): readonly unknown[] {
  const sent: unknown[] = [];
  vi.stubGlobal("fetch", (_url: string, { method, body }: RequestInit = {}) => {
    if (method === "POST") sent.push(JSON.parse(body as string));
    return Promise.resolve(
      Response.json(
        method === "POST"
          ? created
          : { asOfMs: 1_795_000_000_000, grantableScopes, mayCreateDisplays: false, tokens },
      ),
    );
  });
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <TokensPage />
    </QueryClientProvider>,
  );
  return sent;
}

afterEach(() => vi.unstubAllGlobals());

test("offers only the scopes that the person may give, and sends the chosen ones", async () => {
  const user = userEvent.setup();
  const sent = show({ created: { asOfMs: 1, token, text: "rp_text" } });
  await user.click(await screen.findByRole("button", { name: "Create token" }));
  expect(screen.getAllByRole("checkbox")).toHaveLength(2);
  await user.type(screen.getByLabelText("Name"), "nightly gate");
  await user.click(screen.getByRole("checkbox", { name: /read all data/ }));
  await user.click(screen.getByRole("checkbox", { name: /gate runs/ }));
  await user.selectOptions(screen.getByLabelText("Expires after"), "7 days");
  await user.click(screen.getByRole("button", { name: "Create" }));
  const status = await screen.findByRole("status", { name: "New token" });
  expect(within(status).getByText("rp_text")).toBeDefined();
  expect(sent).toEqual([{ name: "nightly gate", scopes: ["gate"], lifetimeDays: 7 }]);
});

test("sends nothing without a name and a scope, and states both next to the fields", async () => {
  const user = userEvent.setup();
  const sent = show({});
  await user.click(await screen.findByRole("button", { name: "Create token" }));
  await user.click(screen.getByRole("checkbox", { name: /read all data/ }));
  await user.click(screen.getByRole("button", { name: "Create" }));
  expect(await screen.findByText(/choose at least one scope/i)).toBeDefined();
  expect(screen.getByText(/must have at least one visible character/i)).toBeDefined();
  expect(sent).toEqual([]);
});

test("reports that the page did not receive the text when the server does not have it", async () => {
  const user = userEvent.setup();
  show({ created: { asOfMs: 1, token, text: null } });
  await user.click(await screen.findByRole("button", { name: "Create token" }));
  await user.type(screen.getByLabelText("Name"), "nightly gate");
  await user.click(screen.getByRole("button", { name: "Create" }));
  expect((await screen.findByRole("status", { name: "New token" })).textContent).toContain(
    "did not receive its text",
  );
});

test("offers no form without a person, and no revocation of a token that is no longer active", async () => {
  show({ grantableScopes: [], tokens: [{ ...token, state: "expired" }] });
  const row = await screen.findByRole("listitem", { name: "nightly gate" });
  expect(row.textContent).toContain("Expired ");
  expect(screen.queryByRole("button")).toBeNull();
  expect(screen.getByRole("heading", { level: 1 }).textContent).toContain("No active API tokens.");
});
