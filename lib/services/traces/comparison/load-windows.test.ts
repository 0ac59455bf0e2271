import { expect, test } from "vitest";
import type { Answer } from "@/lib/model/answer";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { loadWindows } from "./load-windows";

const minuteMs = 60_000;
const deployment = { slug: "chat" } as unknown as KnownDeployment;
const running = (values: readonly number[]) => () =>
  Promise.resolve({ startMs: 0, stepMs: minuteMs, series: [{ values }] } as unknown as Answer);
const read = (values: readonly number[]) =>
  loadWindows(
    deployment,
    { startMs: 0, endMs: values.length * minuteMs },
    AbortSignal.timeout(30_000),
    running(values),
  );

test("minutes with the most and the fewest requests running are told apart", async () => {
  expect((await read([1, 1, 1, 1, 9, 9, 9, 9])).kind).toBe("sides");
});

test("a window that is too short is told what helps, not that something was renamed", async () => {
  await expect(read([1, 9])).rejects.toMatchObject({
    code: "not-found",
    message: expect.stringContaining("high and low load cannot be told apart: the metrics tell"),
    told: { next: "Choose a longer window, or compare other groups." },
  });
});
