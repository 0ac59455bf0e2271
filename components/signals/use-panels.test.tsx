/** Polling of a page's panels. */
import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { SignalsRequest } from "@/lib/contracts/signals";
import { makeQueryClient } from "@/lib/client/query-client";
import type { ViewState } from "@/lib/client/url-state";
import { panels } from "./panels/panels";
import { usePanels } from "./use-panels";

const intervalMs = 5_000;
const view = {
  d: "chat",
  m: null,
  i: null,
  by: null,
  cmp: null,
  heat: [],
  live: true,
} as unknown as ViewState;
const shownPanels = panels.slice(0, 4);
const [first = "", second = "", third = ""] = shownPanels.map(({ id }) => id);

interface Given {
  readonly visible: readonly string[];
  readonly from?: string;
}

function start(given: Given, inBackground = false) {
  const client = makeQueryClient({ inBackground });
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return renderHook(
    ({ visible, from = "now-6h" }: Given) =>
      usePanels({
        deployment: "chat",
        view: { ...view, from, to: "now" },
        panels: shownPanels,
        visible: new Set(visible),
      }),
    { wrapper, initialProps: given },
  );
}

/** Keys of each request to the signals endpoint. */
const requests: string[][] = [];
/** Outcomes other than a fresh answer. */
const outcomes = new Map<string, object>();
let respond: (keys: readonly string[]) => Response;

const answer = (asOfMs: number) => ({ asOfMs, stale: null });
const answered = (keys: readonly string[]): Response =>
  Response.json({
    asOfMs: Date.now(),
    panels: keys.map((key) => ({
      key,
      ...(outcomes.get(key) ?? { state: "answered", answer: answer(requests.length) }),
    })),
  });
const failing = (code: string) => (): Response =>
  Response.json({ code, detail: "", title: code }, { status: 502 });

const advance = (ms: number): Promise<void> =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
  });

const visibility = vi.spyOn(document, "visibilityState", "get");
const setHidden = (isHidden: boolean): void => {
  visibility.mockReturnValue(isHidden ? "hidden" : "visible");
  window.dispatchEvent(new Event("visibilitychange"));
};

beforeEach(() => {
  vi.useFakeTimers();
  setHidden(false);
  requests.length = 0;
  outcomes.clear();
  respond = answered;
  vi.stubGlobal("fetch", (_address: string, { body, signal }: { body: string; signal: AbortSignal }) => {
    const keys = (JSON.parse(body) as SignalsRequest).questions.map(({ key }) => key);
    requests.push(keys);
    signal.throwIfAborted();
    return Promise.resolve(respond(keys));
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("pauses in a hidden tab and requests immediately when it is visible again", async () => {
  setHidden(true);
  start({ visible: [first] });
  await advance(10 * intervalMs);
  expect(requests).toEqual([]);
  await act(async () => setHidden(false));
  await advance(10);
  expect(requests).toEqual([[first]]);
  await advance(2 * intervalMs);
  expect(requests).toHaveLength(3);
  setHidden(true);
  await advance(10 * intervalMs);
  expect(requests).toHaveLength(3);
});

test("continues in kiosk mode while hidden, and leaves no timer when unmounted", async () => {
  setHidden(true);
  const { unmount } = start({ visible: [first] }, true);
  await advance(3 * intervalMs);
  expect(requests.length).toBeGreaterThanOrEqual(3);
  unmount();
  await advance(10);
  expect(vi.getTimerCount()).toBe(0);
});

test("requests an invalid question once and repeats recoverable failures", async () => {
  respond = failing("invalid-input");
  const { unmount } = start({ visible: [first] });
  await advance(2 * intervalMs);
  expect(requests).toHaveLength(1);
  unmount();
  requests.length = 0;
  respond = failing("source-unreachable");
  start({ visible: [first] });
  await advance(2 * intervalMs);
  expect(requests.length).toBeGreaterThanOrEqual(4);
});

test("requests all visible panels in one request, and pending ones again separately", async () => {
  outcomes.set(second, { state: "pending", elapsedMs: 1 });
  const { result } = start({ visible: [first, second] });
  await advance(10);
  expect(requests).toEqual([[first, second]]);
  expect(result.current.getState(second)).toEqual({ kind: "pending", pendingForMs: 1, answer: null });
  await advance(300);
  expect(requests.slice(1)).toEqual([[second]]);
  outcomes.clear();
  await advance(intervalMs);
  expect(requests.slice(2)).toEqual([[second], [first, second]]);
});

test("requests all visible panels soon after another one becomes visible, and not when one disappears", async () => {
  const { rerender } = start({ visible: [first] });
  await advance(10);
  rerender({ visible: [first, second] });
  rerender({ visible: [first, second, third] });
  await advance(100);
  expect(requests).toEqual([[first], [first, second, third]]);
  rerender({ visible: [third] });
  await advance(100);
  expect(requests).toHaveLength(2);
});

test("replaces a request that is in flight when another panel becomes visible", async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  respond = () => promise as unknown as Response;
  const { result, rerender } = start({ visible: [first] });
  await advance(10);
  respond = answered;
  rerender({ visible: [first, second] });
  await advance(100);
  expect(result.current.getState(second).kind).toBe("answered");
  resolve(answered([]));
  await advance(10);
  expect(result.current.getState(first).kind).toBe("answered");
});

test("keeps the last answer of each panel while requests fail, and reports the failure", async () => {
  const { result } = start({ visible: [first] });
  await advance(10);
  respond = failing("source-unreachable");
  await advance(intervalMs + 10);
  expect(result.current.getState(first)).toMatchObject({
    kind: "failed",
    problem: { title: "source-unreachable" },
    answer: answer(1),
  });
  respond = answered;
  act(() => result.current.retry());
  await advance(10);
  expect(result.current.getState(first)).toMatchObject({ kind: "answered", answer: answer(3) });
});

test("discards answers of another window", async () => {
  const { result, rerender } = start({ visible: [first] });
  await advance(10);
  respond = () => Promise.withResolvers<Response>().promise as unknown as Response;
  rerender({ visible: [first], from: "now-1h" });
  await advance(10);
  expect(result.current.getState(first)).toEqual({ kind: "loading" });
});
