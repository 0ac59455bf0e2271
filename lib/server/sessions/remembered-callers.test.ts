import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { AppError } from "@/lib/model/app-error";
import { deleteProcessState } from "../process-state";
import { getRememberedCallers } from "./remembered-callers";

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
  clock.mockReset();
  deleteProcessState(stateName);
});
afterAll(() => clock.mockRestore());

const find = (read: () => Promise<Caller | undefined>, allowsOutage = true) =>
  getRememberedCallers<Caller>(stateName).find("key", { allowsOutage, read });
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
  const callers = getRememberedCallers<Caller>(stateName);
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
