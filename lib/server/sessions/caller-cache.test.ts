import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { AppError } from "@/lib/model/app-error";
import { hangingDatabaseStateName } from "../db/hanging-database";
import { deleteProcessState } from "../process-state";
import { getCallerCache } from "./caller-cache";

interface Caller {
  readonly name: string;
}

const stateName = "callers-of-a-test";
const outage = new AppError("database-unavailable", "PostgreSQL does not respond");
let atMs = 0;

const clock = vi.spyOn(performance, "now");
beforeEach(() => {
  atMs = 0;
  clock.mockImplementation(() => atMs);
});
afterEach(() => {
  vi.useRealTimers();
  clock.mockReset();
  deleteProcessState(stateName);
  deleteProcessState(hangingDatabaseStateName);
});
afterAll(() => clock.mockRestore());

const find = (read: () => Promise<Caller | undefined>, allowsOutage = true) =>
  getCallerCache<Caller>(stateName).find("key", { allowsOutage, read });
const ada = { name: "Ada" };

test("reads a caller again after 5 s, and forgets one that no longer exists", async () => {
  const read = vi.fn<() => Promise<Caller | undefined>>().mockResolvedValue(ada);
  await find(read);
  atMs = 4_999;
  expect(await find(read)).toBe(ada);
  expect(read).toHaveBeenCalledTimes(1);
  atMs = 5_000;
  read.mockResolvedValue(undefined);
  expect(await find(read)).toBeUndefined();
  await expect(find(() => Promise.reject(outage))).rejects.toBe(outage);
});

test("during an outage of the database, returns a known caller for 5 minutes to reads only", async () => {
  await find(() => Promise.resolve(ada));
  const fail = (): Promise<never> => Promise.reject(outage);
  atMs = 300_000;
  expect(await find(fail)).toBe(ada);
  await expect(find(fail, false)).rejects.toBe(outage);
  atMs = 300_001;
  await expect(find(fail)).rejects.toBe(outage);
});

test("an error that is not an outage is not hidden", async () => {
  await find(() => Promise.resolve(ada));
  atMs = 10_000;
  await expect(find(() => Promise.reject(new TypeError("a defect")))).rejects.toThrow("a defect");
});

test("simultaneous requests share a read", async () => {
  const read = vi.fn<() => Promise<Caller | undefined>>().mockResolvedValue(ada);
  expect(await Promise.all([find(read), find(read), find(read)])).toEqual([ada, ada, ada]);
  expect(read).toHaveBeenCalledTimes(1);
});

test("reads forgotten callers again", async () => {
  const read = vi.fn<() => Promise<Caller | undefined>>().mockResolvedValue(ada);
  const callers = getCallerCache<Caller>(stateName);
  await find(read);
  callers.forgetWhere(({ name }) => name === "Grace");
  await find(read);
  expect(read).toHaveBeenCalledTimes(1);
  callers.forgetWhere(({ name }) => name === "Ada");
  await find(read);
  callers.forget("key");
  await find(read);
  expect(read).toHaveBeenCalledTimes(3);
});

describe("while PostgreSQL hangs", () => {
  const grace = { name: "Grace" };
  const never = (): Promise<never> => new Promise(() => undefined);
  const findGrace = (read: () => Promise<Caller | undefined>) =>
    getCallerCache<Caller>(stateName).find("grace", { allowsOutage: true, read });

  /** Remembers two callers, and lets the first check wait for the database in vain. */
  async function hang(): Promise<void> {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    await find(() => Promise.resolve(ada));
    await findGrace(() => Promise.resolve(grace));
    atMs = 10_000;
    const first = find(never);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await first).toBe(ada);
    atMs = 11_000;
  }

  test("one request waits 1 s, and the next ones, also of other callers, do not wait", async () => {
    await hang();
    const read = vi.fn(never);
    expect(await Promise.all([find(read), findGrace(read), find(read)])).toEqual([ada, grace, ada]);
    expect(read).not.toHaveBeenCalled();
  });

  test("one check in two seconds is sent, and no request waits for it", async () => {
    await hang();
    atMs = 13_000;
    const read = vi.fn(never);
    expect(await Promise.all([findGrace(read), findGrace(read), find(read)])).toEqual([grace, grace, ada]);
    expect(read).toHaveBeenCalledTimes(1);
  });

  test("a check that succeeds ends the hang, and callers are read again", async () => {
    await hang();
    atMs = 13_000;
    expect(await findGrace(() => Promise.resolve(grace))).toBe(grace);
    // The check that did not end in time fails.
    await vi.advanceTimersByTimeAsync(5_000);
    atMs = 19_000;
    expect(await find(() => Promise.resolve(undefined))).toBeUndefined();
  });

  test("a caller that is not known gets the reason after 5 s", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const failure = find(never).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await failure).toMatchObject({ code: "database-unavailable" });
  });
});
