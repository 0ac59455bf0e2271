import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import { SlowestTracesLink } from "./slowest-traces-link";

const deployments = [
  { slug: "chat", engine: { servesRequests: true } },
  { slug: "pretrain", engine: { servesRequests: false } },
];

function show(slug: string, kinds: readonly string[] = ["prometheus", "jaeger"]): void {
  const sources = kinds.map((kind) => ({ slug: kind, kind, health: { kind: "up" } }));
  vi.stubGlobal("fetch", (path: string) =>
    Promise.resolve(Response.json(path.endsWith("/sources") ? { sources } : { asOfMs: 0, deployments })),
  );
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <SlowestTracesLink slug={slug} href="/traces?d=chat" />
    </QueryClientProvider>,
  );
}

afterEach(() => {
  vi.unstubAllGlobals();
});

test("links a serving deployment to its traces", async () => {
  show("chat");
  expect(await screen.findByRole("link")).toHaveAttribute("href", "/traces?d=chat");
});

test("shows no link for a training job", async () => {
  show("pretrain");
  await vi.waitFor(() => expect(screen.queryByRole("link")).toBeNull());
});

test("shows no link without a trace source", async () => {
  show("chat", ["prometheus"]);
  await vi.waitFor(() => expect(screen.queryByRole("link")).toBeNull());
});
