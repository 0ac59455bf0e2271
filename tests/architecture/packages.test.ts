/** Package versions that must match, and requirements for the lock file. */
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

const locked = z
  .object({
    packages: z.record(
      z.string(),
      z.object({
        version: z.string().optional(),
        integrity: z.string().optional(),
        inBundle: z.boolean().optional(),
        os: z.union([z.string(), z.array(z.string())]).optional(),
        cpu: z.union([z.string(), z.array(z.string())]).optional(),
        libc: z.union([z.string(), z.array(z.string())]).optional(),
        optionalDependencies: z.record(z.string(), z.string()).optional(),
      }),
    ),
  })
  .parse(JSON.parse(read("package-lock.json"))).packages;

test("every package of Prisma has the same release", () => {
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

test("the lock file contains no download addresses", () => {
  expect(read("package-lock.json")).not.toContain('"resolved": "http');
});

/** Returns the folders in which Node looks for a package imported from `path`, innermost first. */
function lookupPaths(path: string, name: string): readonly string[] {
  const inner = path === "" ? `node_modules/${name}` : `${path}/node_modules/${name}`;
  if (path === "") return [inner];
  const parent = path.lastIndexOf("/node_modules/");
  return [inner, ...lookupPaths(parent < 0 ? "" : path.slice(0, parent), name)];
}

// `npm ci` requires these entries on every system. `npm install` omits packages that the configured registry does not
// have. In that case, add version, os and cpu by hand, or create the file where all packages are available.
test("every binary for another system is in the lock file with its version", () => {
  const missing = Object.entries(locked).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !lookupPaths(path, name).some((lookupPath) => locked[lookupPath] !== undefined))
      .map((name) => `${name}, for ${path}`),
  );
  expect(missing).toEqual([]);
});

test("every package for all systems has a checksum", () => {
  const unchecked = Object.entries(locked).filter(
    ([path, { integrity, os, cpu, inBundle }]) =>
      path !== "" && integrity === undefined && os === undefined && cpu === undefined && inBundle !== true,
  );
  expect(unchecked.map(([path]) => path)).toEqual([]);
});

// The product runs on glibc systems: the image, and similar machines. musl binaries are never installed there.
test("every package for Linux with glibc on x64 or arm64 has a checksum, binaries included", () => {
  const allows = (listed: string | readonly string[] | undefined, wanted: readonly string[]): boolean =>
    listed === undefined || [listed].flat().some((one) => wanted.includes(one));
  const unchecked = Object.entries(locked).filter(
    ([path, { integrity, os, cpu, libc, inBundle }]) =>
      path !== "" &&
      integrity === undefined &&
      inBundle !== true &&
      allows(os, ["linux"]) &&
      allows(cpu, ["x64", "arm64"]) &&
      allows(libc, ["glibc"]),
  );
  expect(unchecked.map(([path]) => path)).toEqual([]);
});

test("at most fifty packages are runtime dependencies", () => {
  expect(Object.keys(manifest.dependencies).length).toBeLessThanOrEqual(50);
});
