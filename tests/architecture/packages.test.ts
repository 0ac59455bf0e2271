/** Versions that must move together, and what the lock file may say. */
import { expect, test } from "vitest";
import { z } from "zod";
import { read } from "./source-files";

const manifest = z
  .object({
    dependencies: z.record(z.string(), z.string()),
    devDependencies: z.record(z.string(), z.string()),
  })
  .parse(JSON.parse(read("package.json")));
const versions = { ...manifest.dependencies, ...manifest.devDependencies };

test("every package of Prisma is the same release", () => {
  const release = versions["prisma"];
  expect(release).toBeDefined();
  expect(versions["@prisma/client"]).toBe(release);
  expect(versions["@prisma/adapter-pg"]).toBe(release);
  expect(versions["@prisma/schema-engine-wasm"]?.split("-")[0]).toBe(release);
});

test("versions are exact", () => {
  const loose = Object.entries(versions).filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version));
  expect(loose).toEqual([]);
});

test("the lock file names no download address", () => {
  expect(read("package-lock.json")).not.toContain('"resolved": "http');
});

test("at most fifty packages are needed at run time", () => {
  expect(Object.keys(manifest.dependencies).length).toBeLessThanOrEqual(50);
});
