import { QueryClientProvider, useQuery, type QueryClient } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import { FirstAnswers } from "./first-answers";

const queryKey = ["/api/v1/test", { limit: "7" }] as const;
const answers = [{ queryKey, json: '{"text":"from the document"}' }];
const fetchText = vi.fn(() => Promise.resolve({ text: "from the browser" }));
const query = { queryKey, queryFn: fetchText, refetchInterval: 5_000 };

function Text() {
  const { data, dataUpdatedAt } = useQuery(query);
  return <p data-at={dataUpdatedAt}>{data?.text ?? "loading"}</p>;
}

const page = (client: QueryClient) => (
  <QueryClientProvider client={client}>
    <FirstAnswers answers={answers}>
      <Text />
    </FirstAnswers>
  </QueryClientProvider>
);

/** Renders a document that was received `ageMs` ago, or that is still being received. */
function show(ageMs: number | null, client = makeQueryClient()): HTMLElement {
  const responseEnd = ageMs === null ? 0 : performance.now() - ageMs;
  const value = () => [{ responseEnd }];
  Object.defineProperty(performance, "getEntriesByType", { value, configurable: true });
  render(page(client));
  return screen.getByRole("paragraph");
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
  fetchText.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
  Reflect.deleteProperty(performance, "getEntriesByType");
});

test("the document contains the answers", () => {
  expect(renderToString(page(makeQueryClient()))).toContain("from the document");
});

test("a loading page that was rendered before does not hide the answers", () => {
  const client = makeQueryClient();
  renderToString(
    <QueryClientProvider client={client}>
      <Text />
    </QueryClientProvider>,
  );
  expect(renderToString(page(client))).toContain("from the document");
});

test("the browser shows the answers without a request and polls afterwards", async () => {
  const text = show(null);
  expect(text).toHaveTextContent("from the document");
  await pass(4_900);
  expect(fetchText).not.toHaveBeenCalled();
  await pass(200);
  expect(text).toHaveTextContent("from the browser");
  expect(fetchText).toHaveBeenCalledOnce();
});

test("answers are as old as the document", () => {
  const nowMs = Date.now();
  const text = show(3_000);
  expect(Math.abs(Number(text.dataset["at"]) - (nowMs - 3_000))).toBeLessThan(500);
  expect(fetchText).not.toHaveBeenCalled();
});

test("answers that are older than the polling interval are refreshed at once", async () => {
  const text = show(6_000);
  expect(text).toHaveTextContent("from the document");
  await pass(0);
  expect(fetchText).toHaveBeenCalledOnce();
});

test("answers do not replace data that the browser has", () => {
  const client = makeQueryClient();
  client.setQueryData(queryKey, { text: "newer" });
  expect(show(null, client)).toHaveTextContent("newer");
});
