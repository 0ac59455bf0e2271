import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import manifest from "@/package.json";

const packages = ["prisma", "@prisma/client", "@prisma/adapter-pg", "@prisma/driver-adapter-utils"] as const;

function installed(name: string): string {
  const { version }: { version: string } = JSON.parse(
    readFileSync(`node_modules/${name}/package.json`, "utf8"),
  );
  return version;
}

test("all Prisma packages have the same exact version", () => {
  const requiredVersions = packages.map((name) => manifest.dependencies[name]);
  expect(new Set(requiredVersions).size).toBe(1);
  expect(requiredVersions[0]).toMatch(/^\d+\.\d+\.\d+$/);
  expect(packages.map(installed)).toEqual(requiredVersions);
});

test("the schema engine has the exact version that Prisma requires", () => {
  const requiredVersions = manifest.dependencies["@prisma/schema-engine-wasm"];
  expect(requiredVersions.startsWith(`${manifest.dependencies.prisma}-`)).toBe(true);
  expect(installed("@prisma/schema-engine-wasm")).toBe(requiredVersions);
});
