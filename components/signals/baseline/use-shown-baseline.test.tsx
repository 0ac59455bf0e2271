import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { NuqsTestingAdapter } from "nuqs/adapters/testing";
import { afterEach, expect, test, vi } from "vitest";
import { useShownBaseline } from "./use-shown-baseline";

afterEach(() => vi.unstubAllGlobals());

function Title({ isReady }: { readonly isReady: boolean }) {
  return <p>{useShownBaseline(isReady).title}</p>;
}

function open(isReady: boolean) {
  const page = (isNowReady: boolean) => (
    <QueryClientProvider client={client}>
      <NuqsTestingAdapter searchParams={{ d: "chat" }}>
        <Title isReady={isNowReady} />
      </NuqsTestingAdapter>
    </QueryClientProvider>
  );
  const client = new QueryClient();
  const { rerender } = render(page(isReady));
  return (isNowReady: boolean) => rerender(page(isNowReady));
}

test("reports no default only after the list of baselines is loaded", async () => {
  vi.stubGlobal("fetch", async () => Response.json({ asOfMs: 1, baselines: [], isTruncated: false }));
  const show = open(false);
  expect(screen.getByText("waits for the panels")).toBeInTheDocument();
  show(true);
  expect(screen.getByText("loading")).toBeInTheDocument();
  expect(await screen.findByText("none")).toBeInTheDocument();
});
