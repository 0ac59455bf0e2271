import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createSeriesBatcher, type SeriesParams } from "./series-batch";

type Params = SeriesParams<string>;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const askOf = (signal: Params["signal"], scope = "chat"): Params => ({ signal, statistic: "p95", scope });

function recorder(maxSeries = 40) {
  const sent: (readonly [scope: string, seriesCount: number])[] = [];
  let open = 0;
  const ask = createSeriesBatcher<string, string>({
    maxSeries,
    sendRequest: async (scope, series) => {
      sent.push([scope, series.length]);
      open += 1;
      expect(open).toBe(1);
      await new Promise((resolve) => {
        setTimeout(resolve, 1_000);
      });
      open -= 1;
      if (scope === "broken") throw new Error("no");
      return scope === "empty" ? [] : series.map(({ signal }) => signal);
    },
  });
  return { sent, ask };
}

test("combines simultaneous requests and returns each outcome", async () => {
  const { sent, ask } = recorder();
  const answers = Promise.all([ask(askOf("ttft")), ask(askOf("tpot")), ask(askOf("e2e"))]);
  await vi.runAllTimersAsync();
  expect(await answers).toEqual(["ttft", "tpot", "e2e"]);
  expect(sent).toEqual([["chat", 3]]);
});

test("separates scopes, sends one request at a time, and limits a failure to its request", async () => {
  const { sent, ask } = recorder();
  const failed = ask(askOf("ttft", "broken")).catch((error: unknown) => String(error));
  const answers = [ask(askOf("ttft")), ask(askOf("tpot"))];
  await vi.advanceTimersByTimeAsync(500);
  const late = ask(askOf("itl"));
  await vi.runAllTimersAsync();
  expect(await failed).toBe("Error: no");
  expect(await Promise.all([...answers, late])).toHaveLength(3);
  expect(sent).toEqual([
    ["broken", 1],
    ["chat", 3],
  ]);
});

test("sends at most the maximum number of series, and rejects a series that the response lacks", async () => {
  const { sent, ask } = recorder(2);
  const answers = Promise.all([ask(askOf("ttft")), ask(askOf("tpot")), ask(askOf("e2e"))]);
  const missing = ask(askOf("itl", "empty")).catch((error: unknown) => String(error));
  await vi.runAllTimersAsync();
  expect(await answers).toEqual(["ttft", "tpot", "e2e"]);
  expect(await missing).toBe("Error: The response lacks a requested series.");
  expect(sent).toEqual([
    ["chat", 2],
    ["chat", 1],
    ["empty", 1],
  ]);
});
