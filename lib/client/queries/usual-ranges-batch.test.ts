import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { UsualRangesRequest, UsualRangesResponse } from "@/lib/contracts/usual-ranges";
import { createUsualRangeBatcher, type UsualRangeQueryParams } from "./usual-ranges-batch";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const askOf = (signal: UsualRangeQueryParams["signal"], deployment = "chat"): UsualRangeQueryParams => ({
  signal,
  statistic: "p95",
  scope: { deployment, window: { from: "now-6h", to: "now" } },
});

function recorder() {
  const sent: UsualRangesRequest[] = [];
  let open = 0;
  const send = async (request: UsualRangesRequest): Promise<UsualRangesResponse> => {
    sent.push(request);
    open += 1;
    expect(open).toBe(1);
    await new Promise((resolve) => {
      setTimeout(resolve, 1_000);
    });
    open -= 1;
    if (request.deployment === "broken") throw new Error("no");
    return { ranges: request.series.map(({ signal }) => ({ state: "none", reason: signal })) };
  };
  return { sent, send };
}

test("combines simultaneous requests and returns each outcome", async () => {
  const { sent, send } = recorder();
  const ask = createUsualRangeBatcher(send);
  const answers = Promise.all([ask(askOf("ttft")), ask(askOf("tpot")), ask(askOf("e2e"))]);
  await vi.runAllTimersAsync();
  expect(await answers).toEqual(["ttft", "tpot", "e2e"].map((reason) => ({ state: "none", reason })));
  expect(sent.map(({ series }) => series.length)).toEqual([3]);
});

test("separates scopes, sends one request at a time, and limits a failure to its request", async () => {
  const { sent, send } = recorder();
  const ask = createUsualRangeBatcher(send);
  const failed = ask(askOf("ttft", "broken")).catch((error: unknown) => String(error));
  const answers = [ask(askOf("ttft")), ask(askOf("tpot"))];
  await vi.advanceTimersByTimeAsync(500);
  const late = ask(askOf("itl"));
  await vi.runAllTimersAsync();
  expect(await failed).toBe("Error: no");
  expect(await Promise.all([...answers, late])).toHaveLength(3);
  expect(sent.map(({ deployment, series }) => [deployment, series.length])).toEqual([
    ["broken", 1],
    ["chat", 3],
  ]);
});
