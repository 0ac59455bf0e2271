import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { NuqsTestingAdapter } from "nuqs/adapters/testing";
import { afterEach, expect, test, vi } from "vitest";
import { UnknownDeployment } from "./unknown-deployment";

const linked = vi.hoisted(() => ({ d: "" }));
vi.mock("next/navigation", () => ({ useSearchParams: () => new URLSearchParams({ d: linked.d }) }));
afterEach(() => vi.unstubAllGlobals());

function open(d: string): QueryClient {
  linked.d = d;
  const client = new QueryClient();
  const deployments = [{ slug: "chat", title: "Chat", model: "chat", instances: [] }];
  vi.stubGlobal("fetch", async () =>
    Response.json({ asOfMs: 1, deployments, aliases: { former: "chat" }, fromMemorySinceMs: null }),
  );
  render(
    <QueryClientProvider client={client}>
      <NuqsTestingAdapter searchParams={{ d }}>
        <UnknownDeployment />
      </NuqsTestingAdapter>
    </QueryClientProvider>,
  );
  return client;
}

test.each(["unknown", "NOT A SLUG"])("shows a notice when %s does not exist", async (d) => {
  open(d);
  expect(await screen.findByRole("status")).toHaveTextContent(
    `The deployment ${d} in this link does not exist. All deployments are shown.`,
  );
});

test.each(["chat", "former"])("shows no notice when %s exists", async (d) => {
  const client = open(d);
  await vi.waitFor(() =>
    expect(client.getQueriesData({}).map(([, data]) => data)).toEqual([expect.anything()]),
  );
  expect(screen.queryByRole("status")).toBeNull();
});
