import { afterEach, expect, test } from "vitest";
import { forgetProcessMemory, getLastGoodValue } from "./memory";

const name = "a test of memory";
afterEach(() => forgetProcessMemory(`last-good:${name}`));

test("stores a value with the time at which its read ended", async () => {
  const memory = getLastGoodValue<string>(name);
  expect(memory.read()).toBeUndefined();
  await memory.refresh(
    () => Promise.resolve("read"),
    () => 7,
  );
  expect(memory.read()).toEqual({ value: "read", readAtMs: 7 });
});

test("an older read does not overwrite a value written in the meantime", async () => {
  const memory = getLastGoodValue<string>(name);
  const reading = Promise.withResolvers<string>();
  const renewed = memory.refresh(
    () => reading.promise,
    () => 9,
  );
  memory.write("stored meanwhile", 8);
  reading.resolve("read before it was stored");
  await renewed;
  expect(getLastGoodValue<string>(name).read()).toEqual({ value: "stored meanwhile", readAtMs: 8 });
});

test("of two reads, the one that started later wins, regardless of which ends last", async () => {
  const memory = getLastGoodValue<string>(name);
  const older = Promise.withResolvers<string>();
  const newer = Promise.withResolvers<string>();
  const clock = (): number => 1;
  const renewals = [older, newer].map(({ promise }) => memory.refresh(() => promise, clock));
  newer.resolve("began later");
  await renewals[1];
  older.resolve("began earlier");
  await renewals[0];
  expect(memory.read()?.value).toBe("began later");
});

test("a failed read keeps the stored value", async () => {
  const memory = getLastGoodValue<string>(name);
  memory.write("kept", 1);
  await expect(
    memory.refresh(
      () => Promise.reject(new Error("down")),
      () => 2,
    ),
  ).rejects.toThrow("down");
  expect(memory.read()).toEqual({ value: "kept", readAtMs: 1 });
});
