/** Tests the error section of the Traces pages against mocked endpoints. */
import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { NuqsTestingAdapter } from "nuqs/adapters/testing";
import { afterEach, expect, test, vi } from "vitest";
import type { Problem } from "@/lib/model/problem";
import { listedDeploymentsQuery } from "@/lib/client/queries/deployments";
import { makeQueryClient } from "@/lib/client/query-client";
import { TracesPageError, useTracesErrorTitle } from "./traces-page-error";

afterEach(() => {
  vi.unstubAllGlobals();
  onUrlUpdate.mockClear();
});

const problem = { detail: "chat has no trace service", next: "Check the link." };

function ErrorSection({ code }: { readonly code: Problem["code"] }) {
  const { data } = useQuery(listedDeploymentsQuery);
  return (
    <>
      <h1>{useTracesErrorTitle({ title: "Trouble", code })}</h1>
      <p>{data?.deployments[0]?.traceServices.join(", ")} is known</p>
      <TracesPageError problem={{ ...problem, code }} onRetry={vi.fn()} />
    </>
  );
}

interface Shown {
  readonly search?: string;
  readonly code?: Problem["code"];
}

const onUrlUpdate = vi.fn<(event: { readonly queryString: string }) => void>();

function show(
  kinds: readonly string[],
  traceServices: readonly string[],
  { search = "?d=chat", code = "not-found" }: Shown = {},
): void {
  const sources = kinds.map((kind) => ({ slug: kind, kind, health: { kind: "up" } }));
  const deployments = [
    { slug: "chat", title: "Chat", isListed: true, traceServices },
    { slug: "search", title: "Search", isListed: true, traceServices: ["search-gateway", "ranker"] },
  ];
  vi.stubGlobal("fetch", (path: string) =>
    Promise.resolve(Response.json(path.endsWith("/sources") ? { sources } : { asOfMs: 0, deployments })),
  );
  render(
    <NuqsTestingAdapter searchParams={search} onUrlUpdate={onUrlUpdate}>
      <QueryClientProvider client={makeQueryClient()}>
        <ErrorSection code={code} />
      </QueryClientProvider>
    </NuqsTestingAdapter>,
  );
}

test.each([[["a"]], [[]]])(
  "explains how to configure a trace source if there is none, with services %j",
  async (traceServices) => {
    show(["prometheus"], traceServices);
    expect(await screen.findByRole("heading", { name: "No trace source is configured." })).toBeVisible();
    expect(screen.getByRole("alert")).toHaveTextContent(/JAEGER_URL.*TEMPO_URL/);
    expect(screen.getByRole("link")).toHaveAttribute("href", "/settings/sources#connect");
    expect(screen.queryByText(/No service of the traces/)).toBeNull();
  },
);

test("links to the trace service settings if the deployment has no trace service", async () => {
  show(["prometheus", "tempo"], []);
  expect(await screen.findByRole("heading", { name: "Chat has no trace service." })).toBeVisible();
  expect(screen.getByRole("link", { name: "Edit trace services" })).toBeVisible();
});

test("shows that the source is starting, not that services are missing, until it has answered", async () => {
  show(["jaeger"], [], { code: "source-not-ready" });
  expect(await screen.findByText(/is known/)).toBeVisible();
  expect(screen.getByRole("heading", { name: "Trouble." })).toBeVisible();
  expect(screen.queryByRole("link", { name: "Edit trace services" })).toBeNull();
});

test("shows other errors as they are", async () => {
  show(["jaeger"], ["chat"]);
  expect(await screen.findByText("Chat has no trace service.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Try again" })).toBeVisible();
});

test("suggests a similar service of the deployment", async () => {
  show(["jaeger"], ["chat-gateway", "engine"], { search: "?d=chat&service=chat-gatewy&operation=decode" });
  const suggestion = await screen.findByRole("button", { name: "chat-gateway" });
  expect(screen.getByRole("alert")).toHaveTextContent(/Did you mean:\s*chat-gateway/);
  await userEvent.click(suggestion);
  expect(onUrlUpdate.mock.lastCall?.[0].queryString).toBe("?d=chat&service=chat-gateway&operation=decode");
});

test("suggests a service of another deployment and switches to it", async () => {
  show(["jaeger"], ["chat-gateway"], { search: "?d=chat&service=search-gatway" });
  await userEvent.click(await screen.findByRole("button", { name: "search-gateway of Search" }));
  expect(onUrlUpdate.mock.lastCall?.[0].queryString).toBe("?d=search&service=search-gateway");
});

test("suggests no service if the source failed", async () => {
  const search = "?d=chat&service=chat-gatewy";
  show(["jaeger"], ["chat-gateway"], { search });
  await screen.findByRole("button", { name: "chat-gateway" });
  cleanup();
  show(["jaeger"], ["chat-gateway"], { search, code: "source-unreachable" });
  expect(await screen.findByText("chat-gateway is known")).toBeVisible();
  expect(screen.getAllByRole("button")).toHaveLength(1);
});
