import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { comparisonQuery } from "./comparison-query";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("is repeated after a failure and while a window or a margin is pending, and then rests", async () => {
  const answers = [
    new Response("{}", { status: 503, headers: { "content-type": "application/json" } }),
    Response.json({ isPending: true, isMarginPending: false }),
    Response.json({ isMarginPending: true }),
    Response.json({ isMarginPending: false }),
  ];
  const requested: string[] = [];
  vi.stubGlobal("fetch", (url: string) => {
    requested.push(url);
    return Promise.resolve(answers[requested.length - 1]);
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const side = { kind: "deployment", deployment: "chat-70b" } as const;
  const state = { before: side, after: side, statistic: "p95", factor: null, strict: false } as const;
  const observer = new QueryObserver(client, comparisonQuery(state));
  const stop = observer.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(60_000);
  stop();
  expect(requested).toHaveLength(answers.length);
  expect(requested[0]).toContain("margins=known&windows=known");
  expect(observer.getCurrentResult().data?.isMarginPending).toBe(false);
});

test("shows the last result while its windows are read again", async () => {
  const result = { verdict: "same" };
  const answers = [
    { isMarginPending: true, result },
    { isPending: true, isMarginPending: false, result: null },
    { isMarginPending: false, result: { verdict: "worse" } },
  ];
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json(answers.shift())));
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const side = { kind: "deployment", deployment: "chat-70b" } as const;
  const state = { before: side, after: side, statistic: "p95", factor: null, strict: false } as const;
  const observer = new QueryObserver(client, comparisonQuery(state));
  const stop = observer.subscribe(() => undefined);
  const readDisplayed = () => observer.getCurrentResult().data;
  await vi.advanceTimersByTimeAsync(2_050);
  expect(readDisplayed()).toMatchObject({ isPending: true, result });
  await vi.advanceTimersByTimeAsync(350);
  stop();
  expect(readDisplayed()).toEqual({ isMarginPending: false, result: { verdict: "worse" } });
});
