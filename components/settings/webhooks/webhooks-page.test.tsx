import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import type { WebhookEntry } from "@/lib/contracts/installation/webhooks";
import { WebhooksPage } from "./webhooks-page";

const asOfMs = 1_795_000_000_000;
const delivery = {
  id: "d",
  trigger: "test",
  state: "failed",
  attemptCount: 1,
  status: 500,
  durationMs: 12,
  message: "The receiver responded with the status 500.",
  responseStart: "no such job",
  author: "Ada Lovelace",
  createdAtMs: asOfMs,
} as const;
const webhook: WebhookEntry = {
  id: "w",
  name: "Rollback",
  team: null,
  url: "https://deploy.example.com/hook",
  secretAtMs: asOfMs,
  author: "Ada Lovelace",
  version: 3,
  deliveries: [],
};

/** Shows the page, and returns the requests that it sends. */
function show(webhooks: readonly WebhookEntry[], hasSecretKey = true): readonly string[] {
  const sent: string[] = [];
  vi.stubGlobal("fetch", (url: string, { method = "GET", body }: RequestInit = {}) => {
    if (method !== "GET") sent.push(`${method} ${url} ${body as string}`);
    const isTeams = url.includes("/teams");
    const list = isTeams ? { asOfMs, teams: [] } : { asOfMs, hasSecretKey, webhooks };
    return Promise.resolve(
      Response.json(method === "GET" ? list : { asOfMs, webhook, secret: "whsec_once", deletedId: "w" }),
    );
  });
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <WebhooksPage />
    </QueryClientProvider>,
  );
  return sent;
}

afterEach(() => vi.unstubAllGlobals());

test("adds a webhook and shows its secret", async () => {
  const user = userEvent.setup();
  const sent = show([]);
  await user.click(await screen.findByRole("button", { name: "Add webhook" }));
  await user.type(screen.getByLabelText("Name"), "Rollback");
  await user.type(screen.getByLabelText("URL"), "deploy.example.com");
  await user.click(screen.getByRole("button", { name: "Add" }));
  expect(await screen.findByText("Enter a URL that begins with http:// or https://.")).toBeDefined();
  await user.clear(screen.getByLabelText("URL"));
  await user.type(screen.getByLabelText("URL"), "https://deploy.example.com/hook");
  await user.click(screen.getByRole("button", { name: "Add" }));
  const secret = await screen.findByRole("status", { name: "Signing secret" });
  expect(within(secret).getByText("whsec_once")).toBeDefined();
  expect(sent).toEqual([
    'POST /api/v1/webhooks {"name":"Rollback","teamId":null,"url":"https://deploy.example.com/hook"}',
  ]);
});

test("lists messages with their outcome and the start of the response", async () => {
  const waiting = { ...delivery, id: "e", state: "waiting", attemptCount: 0, message: null } as const;
  const accepted = { ...delivery, id: "f", state: "delivered", status: 202, message: null } as const;
  const sending = { ...waiting, id: "g", attemptCount: 1 };
  const repeated = { ...sending, id: "h", message: "The host closed the connection." };
  const deliveries = [delivery, waiting, { ...accepted, responseStart: "" }, sending, repeated];
  show([{ ...webhook, deliveries }]);
  const list = await screen.findByRole("list", { name: "Messages to Rollback" });
  const texts = within(list)
    .getAllByRole("listitem")
    .map((one) => one.textContent);
  expect(texts[0]).toMatch(/Failed after 12 ms, 1 attempt\. The receiver responded with the status 500\./);
  expect(texts[0]).toContain("no such job");
  expect(texts[1]).toContain("Waiting to be sent.");
  expect(texts[2]).toContain("Accepted with the status 202 after 12 ms, 1 attempt.");
  expect(texts[3]).toContain("Being sent.");
  expect(texts[4]).toContain("The host closed the connection. 1 attempt, another attempt follows.");
});

test("tests, replaces the secret and deletes, the latter two after a question", async () => {
  const user = userEvent.setup();
  const sent = show([webhook]);
  await user.click(await screen.findByRole("button", { name: "Send test to Rollback" }));
  await user.click(screen.getByRole("button", { name: "New secret for Rollback" }));
  await user.click(screen.getByRole("button", { name: "Replace secret" }));
  expect(await screen.findByText("whsec_once")).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Delete Rollback" }));
  await user.click(screen.getByRole("button", { name: "Delete webhook" }));
  await vi.waitFor(() =>
    expect(sent).toEqual([
      "POST /api/v1/webhooks/w/test {}",
      "POST /api/v1/webhooks/w/secret {}",
      "DELETE /api/v1/webhooks/w {}",
    ]),
  );
});

test("names the missing secret key", async () => {
  show([], false);
  expect(await screen.findByText(/RIDGEPOINT_SECRET_KEY/)).toBeDefined();
  expect(screen.queryByRole("button", { name: "Add webhook" })).toBeNull();
});
