import { expect, test } from "vitest";
import { sharedFlight } from "./shared-flight";

test("callers at the same time share one flight, a later one starts its own", async () => {
  let starts = 0;
  const { promise, resolve } = Promise.withResolvers<string>();
  const work = (): Promise<string> => {
    starts += 1;
    return promise;
  };
  const both = Promise.all([sharedFlight("t", work), sharedFlight("t", work)]);
  resolve("done");
  expect(await both).toEqual(["done", "done"]);
  expect(starts).toBe(1);
  await sharedFlight("t", work);
  expect(starts).toBe(2);
});

test("a failed flight fails all who share it and is forgotten", async () => {
  const crash = (): Promise<never> => Promise.reject(new Error("crash"));
  const outcomes = await Promise.allSettled([sharedFlight("u", crash), sharedFlight("u", crash)]);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await sharedFlight("u", () => Promise.resolve(1))).toBe(1);
});
