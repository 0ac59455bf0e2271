import { expect, test } from "vitest";
import { singleFlight } from "./single-flight";

test("concurrent callers share the work, and a later caller starts it again", async () => {
  let starts = 0;
  const { promise, resolve } = Promise.withResolvers<string>();
  const work = (): Promise<string> => {
    starts += 1;
    return promise;
  };
  const results = Promise.all([singleFlight("t", work), singleFlight("t", work)]);
  resolve("done");
  expect(await results).toEqual(["done", "done"]);
  expect(starts).toBe(1);
  await singleFlight("t", work);
  expect(starts).toBe(2);
});

test("a failure reaches all callers and is not stored", async () => {
  const crash = (): Promise<never> => Promise.reject(new Error("crash"));
  const outcomes = await Promise.allSettled([singleFlight("u", crash), singleFlight("u", crash)]);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await singleFlight("u", () => Promise.resolve(1))).toBe(1);
});
