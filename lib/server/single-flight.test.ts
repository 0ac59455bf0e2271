import { expect, test } from "vitest";
import { singleFlight } from "./single-flight";

test("callers at the same time share one flight, a later one starts its own", async () => {
  let starts = 0;
  const { promise, resolve } = Promise.withResolvers<string>();
  const work = (): Promise<string> => {
    starts += 1;
    return promise;
  };
  const both = Promise.all([singleFlight("t", work), singleFlight("t", work)]);
  resolve("done");
  expect(await both).toEqual(["done", "done"]);
  expect(starts).toBe(1);
  await singleFlight("t", work);
  expect(starts).toBe(2);
});

test("a failed flight fails all who share it and is forgotten", async () => {
  const crash = (): Promise<never> => Promise.reject(new Error("crash"));
  const outcomes = await Promise.allSettled([singleFlight("u", crash), singleFlight("u", crash)]);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await singleFlight("u", () => Promise.resolve(1))).toBe(1);
});
