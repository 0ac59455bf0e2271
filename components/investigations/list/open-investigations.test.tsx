import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import { OpenInvestigations } from "./open-investigations";

const asOfMs = 1_795_000_000_000;
const entry = {
  id: "a",
  number: 31,
  title: "TTFT p95 of chat doubled",
  severity: 1,
  state: "active",
  step: "identify-symptoms",
  round: 1,
  deployments: [{ slug: "chat", title: "chat" }],
  owner: { id: "p", name: "Ada Lovelace" },
  team: null,
  visibility: "everyone",
  tags: [],
  dueOn: null,
  startedAtMs: null,
  detectedAtMs: null,
  mitigatedAtMs: null,
  resolvedAtMs: null,
  author: "Ada Lovelace",
  version: 1,
  createdAtMs: asOfMs - 3_600_000,
  updatedAtMs: asOfMs,
};

afterEach(() => vi.unstubAllGlobals());

function show(body: unknown, status = 200): readonly URL[] {
  const requests: URL[] = [];
  vi.stubGlobal("fetch", (address: string) => {
    requests.push(new URL(address, "http://localhost"));
    return Promise.resolve(Response.json(body, { status }));
  });
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <OpenInvestigations />
    </QueryClientProvider>,
  );
  return requests;
}

test("lists the most severe open investigations, and links to all", async () => {
  const counts = { triage: 4, active: 3, resolved: 90 };
  const requests = show({ asOfMs, investigations: [entry], nextCursor: "next", counts });
  expect(await screen.findByRole("heading", { name: "7 open investigations" })).toBeVisible();
  const [item] = within(screen.getByRole("list", { name: "7 open investigations" })).getAllByRole("listitem");
  expect(item).toHaveTextContent(/INV-31.*TTFT p95 of chat doubled.*Active.*severity 1.*chat.*Ada Lovelace/);
  expect(screen.getByRole("link", { name: "All open investigations" })).toHaveAttribute(
    "href",
    "/investigations",
  );
  expect(requests[0]?.searchParams.get("sort")).toBe("severity");
  expect(requests[0]?.searchParams.get("states")?.split(",")).not.toContain("resolved");
});

test("one open investigation needs no link to all", async () => {
  show({ asOfMs, investigations: [entry], nextCursor: null, counts: { active: 1 } });
  expect(await screen.findByRole("heading", { name: "1 open investigation" })).toBeVisible();
  expect(screen.queryByRole("link", { name: "All open investigations" })).toBeNull();
});

test("a failed read is stated with its reason, and nothing is claimed", async () => {
  show({ code: "database-unavailable", detail: "PostgreSQL does not respond", status: 503 }, 503);
  expect(await screen.findByRole("alert")).toHaveTextContent("PostgreSQL does not respond.Try again");
  expect(screen.queryByRole("heading")).toBeNull();
});
