/** Tests that a link without a deployment selects the worst one within a time limit. */
import { QueryClientProvider } from "@tanstack/react-query";
import { act, render } from "@testing-library/react";
import { NuqsTestingAdapter } from "nuqs/adapters/testing";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import { useSelectWorstDeployment } from "./use-select-worst-deployment";

const known = ["first", "squeezed"].map((slug) => ({ slug, title: slug, isListed: true }));
const squeezed = {
  slug: "squeezed",
  state: "judged",
  status: { id: "kv-pressure", tone: "bad" },
  stale: null,
};

function Page() {
  useSelectWorstDeployment();
  return null;
}

/**
 * Renders the page for a link with `search`. `overview` answers the overview request. Returns a function that reads
 * the current link.
 */
function show(search: string, overview: () => Promise<Response>): () => string {
  vi.stubGlobal("fetch", (url: URL | string) =>
    String(url).includes("/overview")
      ? overview()
      : Promise.resolve(Response.json({ asOfMs: 0, deployments: known })),
  );
  let link = search;
  render(
    <NuqsTestingAdapter
      searchParams={search}
      hasMemory
      onUrlUpdate={({ queryString }) => {
        link = queryString;
      }}
    >
      <QueryClientProvider client={makeQueryClient()}>
        <Page />
      </QueryClientProvider>
    </NuqsTestingAdapter>,
  );
  return () => link;
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const never = () => new Promise<Response>(() => undefined);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  sessionStorage.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("selects the worst deployment as soon as it is known", async () => {
  const link = show("?from=now-1h", () =>
    Promise.resolve(Response.json({ deployments: [squeezed, { slug: "first", state: "pending" }] })),
  );
  await pass(100);
  expect(link()).toContain("d=squeezed");
});

test("selects the first deployment of the list if the overview takes longer than two seconds", async () => {
  const link = show("?from=now-1h", never);
  await pass(1_900);
  expect(link()).not.toContain("d=");
  await pass(200);
  await pass(200);
  expect(link()).toContain("d=first");
});

test("falls back to the deployment that the tab displayed last", async () => {
  show("?d=squeezed", never);
  await pass(100);
  const link = show("?from=now-1h", never);
  for (const ms of [2_100, 200]) await pass(ms);
  expect(link()).toContain("d=squeezed");
});

test("keeps the deployment of the link", async () => {
  const link = show("?d=first", never);
  await pass(5_000);
  expect(link()).toBe("?d=first");
});
