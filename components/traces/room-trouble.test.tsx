/** What a room of traces says where there can be none, and where something failed; the doors are played. */
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { NuqsTestingAdapter } from "nuqs/adapters/testing";
import { afterEach, expect, test, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import { RoomTrouble, untracedTitle, useUntraced } from "./room-trouble";

afterEach(() => vi.unstubAllGlobals());

const problem = { detail: "chat has no trace service", next: "Check the link." };

function Room() {
  const untraced = useUntraced();
  return (
    <>
      <h1>{untraced === null ? "Trouble" : untracedTitle(untraced)}</h1>
      <RoomTrouble problem={problem} onRetry={vi.fn()} />
    </>
  );
}

function show(kinds: readonly string[], traceServices: readonly string[]): void {
  const sources = kinds.map((kind) => ({ slug: kind, kind, health: { kind: "up" } }));
  const deployments = [{ slug: "chat", title: "Chat", isListed: true, traceServices }];
  vi.stubGlobal("fetch", (path: string) =>
    Promise.resolve(Response.json(path.endsWith("/sources") ? { sources } : { asOfMs: 0, deployments })),
  );
  render(
    <NuqsTestingAdapter searchParams="?d=chat">
      <QueryClientProvider client={makeQueryClient()}>
        <Room />
      </QueryClientProvider>
    </NuqsTestingAdapter>,
  );
}

test.each([[["a"]], [[]]])(
  "without a source of traces that is what is told, and how one is set; known services: %j",
  async (traceServices) => {
    show(["prometheus"], traceServices);
    expect(await screen.findByRole("heading", { name: "No source of traces is set." })).toBeVisible();
    expect(screen.getByRole("alert")).toHaveTextContent(/JAEGER_URL.*TEMPO_URL/);
    expect(screen.getByRole("link")).toHaveAttribute("href", "/settings/sources#connect");
    expect(screen.queryByText(/No service of the traces/)).toBeNull();
  },
);

test("with one, a deployment without services of its own leads to where they are named", async () => {
  show(["prometheus", "tempo"], []);
  expect(await screen.findByRole("heading", { name: "Chat has no trace service." })).toBeVisible();
  expect(screen.getByRole("link", { name: "Edit trace services" })).toBeVisible();
});

test("what fails besides is told as it is", async () => {
  show(["jaeger"], ["chat"]);
  expect(await screen.findByText("Chat has no trace service.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Try again" })).toBeVisible();
});
