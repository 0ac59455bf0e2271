/** An empty window states when traces exist, and offers the window of the newest. */
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { NuqsTestingAdapter, type UrlUpdateEvent } from "nuqs/adapters/testing";
import { afterEach, expect, test, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import { NewestTracesNotice, readTraceTimes } from "./newest-traces-notice";

const newestMs = Date.UTC(2026, 10, 30, 8, 40, 12);
const oldestMs = Date.UTC(2026, 10, 29, 6, 0, 0);

function answerOf(starts: readonly number[], isTruncated = false) {
  const traces = starts.map((startMs) => ({ startMs }));
  return { problem: null, newest: { traces, retrieval: { isTruncated } }, slowest: null };
}

function show(answer: object) {
  const onUrlUpdate = vi.fn<(event: UrlUpdateEvent) => void>();
  const urls: string[] = [];
  vi.stubGlobal("fetch", (url: URL | string) => {
    urls.push(String(url));
    return Promise.resolve(Response.json(answer));
  });
  render(
    <NuqsTestingAdapter
      searchParams="?d=chat-70b&from=1700000000000&to=1700003600000"
      onUrlUpdate={onUrlUpdate}
    >
      <QueryClientProvider client={makeQueryClient()}>
        <NewestTracesNotice service="gateway" />
      </QueryClientProvider>
    </NuqsTestingAdapter>,
  );
  return { onUrlUpdate, urls };
}

afterEach(() => {
  vi.unstubAllGlobals();
});

test("states the newest and the oldest trace, and offers the window of the newest", async () => {
  const { onUrlUpdate, urls } = show(answerOf([oldestMs, newestMs]));
  await userEvent.click(await screen.findByRole("button", { name: "Show the newest traces" }));
  expect(screen.getByText(/^The newest trace started at/)).toHaveTextContent(
    /:40:12.*, and the oldest of the last 7 days at .*:00:00/,
  );
  expect(urls[0]).toMatch(/deployment=chat-70b.*from=now-7d.*service=gateway/);
  await waitFor(() => expect(onUrlUpdate).toHaveBeenCalled());
  const { searchParams } = onUrlUpdate.mock.calls.at(-1)?.[0] ?? {};
  expect(Number(searchParams?.get("from"))).toBeLessThan(newestMs);
  expect(Number(searchParams?.get("to"))).toBeGreaterThan(newestMs);
});

test("states no oldest trace if the search was incomplete", () => {
  const { newest } = answerOf([oldestMs, newestMs], true);
  expect(readTraceTimes({ newest } as unknown as Parameters<typeof readTraceTimes>[0])).toEqual({
    oldestMs: null,
    newestMs,
  });
});

test("states that there is no trace at all", async () => {
  show(answerOf([]));
  expect(await screen.findByText("No trace was found in the last 7 days either.")).toBeVisible();
});
