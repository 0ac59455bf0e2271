import { expect, test } from "vitest";
import type { Answer } from "@/lib/model/answer";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { findHighAndLowLoadWindows } from "./load-windows";

const minuteMs = 60_000;
const deployment = { slug: "chat" } as unknown as KnownDeployment;
const running = (values: readonly number[]) => () =>
  Promise.resolve({ startMs: 0, stepMs: minuteMs, series: [{ values }] } as unknown as Answer);
const read = (values: readonly number[]) =>
  findHighAndLowLoadWindows(
    deployment,
    { startMs: 0, endMs: values.length * minuteMs },
    AbortSignal.timeout(30_000),
    running(values),
  );

test("selects the minutes with the most and the fewest running requests", async () => {
  expect((await read([1, 1, 1, 1, 9, 9, 9, 9])).kind).toBe("sides");
});

test("suggests a longer window when the window is too short", async () => {
  await expect(read([1, 9])).rejects.toMatchObject({
    code: "not-found",
    message: expect.stringContaining("high and low load cannot be distinguished: the metrics report"),
    userMessage: { next: "Choose a longer window, or compare other groups." },
  });
});
