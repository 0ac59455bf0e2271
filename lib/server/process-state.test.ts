import { afterEach, expect, test } from "vitest";
import { deleteProcessState, getLastGoodValue } from "./process-state";

const name = "a test of process state";
afterEach(() => deleteProcessState(`last-good:${name}`));

test("stores a value with the time at which its read ended", async () => {
  const lastGood = getLastGoodValue<string>(name);
  expect(lastGood.read()).toBeUndefined();
  await lastGood.refresh(
    () => Promise.resolve("read"),
    () => 7,
  );
  expect(lastGood.read()).toEqual({ value: "read", readAtMs: 7 });
});

test("an older read does not overwrite a value written in the meantime", async () => {
  const lastGood = getLastGoodValue<string>(name);
  const reading = Promise.withResolvers<string>();
  const renewed = lastGood.refresh(
    () => reading.promise,
    () => 9,
  );
  lastGood.write("stored meanwhile", 8);
  reading.resolve("read before it was stored");
  await renewed;
  expect(getLastGoodValue<string>(name).read()).toEqual({ value: "stored meanwhile", readAtMs: 8 });
});

test("of two reads, the one that started later wins, regardless of which ends last", async () => {
  const lastGood = getLastGoodValue<string>(name);
  const older = Promise.withResolvers<string>();
  const newer = Promise.withResolvers<string>();
  const clock = (): number => 1;
  const renewals = [older, newer].map(({ promise }) => lastGood.refresh(() => promise, clock));
  newer.resolve("began later");
  await renewals[1];
  older.resolve("began earlier");
  await renewals[0];
  expect(lastGood.read()?.value).toBe("began later");
});

test("a failed read keeps the stored value", async () => {
  const lastGood = getLastGoodValue<string>(name);
  lastGood.write("kept", 1);
  await expect(
    lastGood.refresh(
      () => Promise.reject(new Error("down")),
      () => 2,
    ),
  ).rejects.toThrow("down");
  expect(lastGood.read()).toEqual({ value: "kept", readAtMs: 1 });
});
