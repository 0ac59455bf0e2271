import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { takePortRange } from "./port-range";
import { processIdentity } from "./process/process-identity.mjs";

const emptyFolder = (): string => mkdtempSync(join(tmpdir(), "ranges-"));

function lockedBy(pid: number, identity = processIdentity(pid)): string {
  return JSON.stringify({ pid, identity });
}

test("two holders never get the same port", () => {
  const folder = emptyFolder();
  const [first, second] = [takePortRange(folder), takePortRange(folder)];
  const ports = Array.from({ length: 100 }, () => [first(), second()]).flat();
  expect(new Set(ports).size).toBe(200);
  expect(first()).toBe(ports[0]);
});

test("the range of another live process is not taken, and that of an ended one is", () => {
  const folder = emptyFolder();
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "ports-0.lock"), lockedBy(process.ppid));
  writeFileSync(join(folder, "ports-1.lock"), lockedBy(process.pid, "of an earlier process"));
  const port = takePortRange(folder, 2)();
  expect(port).toBeGreaterThanOrEqual(20_100);
  expect(port).toBeLessThan(20_200);
});

test("without a free range, ports are random", () => {
  const folder = emptyFolder();
  writeFileSync(join(folder, "ports-0.lock"), lockedBy(process.ppid));
  const next = takePortRange(folder, 1);
  const ports = Array.from({ length: 50 }, next);
  expect(new Set(ports).size).toBeGreaterThan(20);
  for (const port of ports) expect(port >= 20_000 && port < 32_000).toBe(true);
});
