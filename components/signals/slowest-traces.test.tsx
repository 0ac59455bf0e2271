import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import { SlowestTraces } from "./slowest-traces";

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
      <SlowestTraces slug={slug} href="/traces?d=chat" />
    </QueryClientProvider>,
  );
}

afterEach(() => {
  vi.unstubAllGlobals();
});

test("what serves leads to its traces", async () => {
  show("chat");
  expect(await screen.findByRole("link")).toHaveAttribute("href", "/traces?d=chat");
});

test("a training job leads to none", async () => {
  show("pretrain");
  await vi.waitFor(() => expect(screen.queryByRole("link")).toBeNull());
});

test("where no source of traces is set there is nothing to lead to", async () => {
  show("chat", ["prometheus"]);
  await vi.waitFor(() => expect(screen.queryByRole("link")).toBeNull());
});
