import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { findChecksum } from "./archive";
import { createJaegerRecipe, createPrometheusRecipe } from "./recipes";
import { compareVersions } from "./tool";

const goModule = (folder: string): string =>
  readFileSync(join(import.meta.dirname, "../go", folder, "go.mod"), "utf8");

test("compares versions number by number", () => {
  expect(compareVersions("2.42.0", "3.15.0")).toBeLessThan(0);
  expect(compareVersions("2.9.0", "2.10.0")).toBeLessThan(0);
  expect(compareVersions("v3.15.0", "3.15.0+ds")).toBe(0);
  expect(compareVersions("1.26", "1.26.0")).toBe(0);
});

test("the order of versions is a total order", () => {
  const version = fc.tuple(fc.nat(99), fc.nat(99), fc.nat(99));
  fc.assert(
    fc.property(version, version, (left, right) => {
      const expected = left
        .map((part, index) => part - (right[index] ?? 0))
        .find((difference) => difference !== 0);
      expect(Math.sign(compareVersions(left.join("."), right.join(".")))).toBe(Math.sign(expected ?? 0));
    }),
  );
});

test("reads versions from the programs' output", () => {
  const { parseVersion: prometheus } = createPrometheusRecipe();
  expect(prometheus("prometheus, version 2.42.0+ds (branch: debian/sid, revision: 2.42.0+ds-5)\n")).toBe(
    "2.42.0",
  );
  expect(prometheus("prometheus, version 3.15.0 (branch: HEAD)\n  go version: go1.26.8")).toBe("3.15.0");
  expect(prometheus("something else")).toBeUndefined();
  const { parseVersion: jaeger } = createJaegerRecipe();
  expect(jaeger('{"gitCommit":"","gitVersion":"v2.13.0","buildDate":""}2026/11/21 application version')).toBe(
    "2.13.0",
  );
  expect(jaeger("application version: git-version=v1.62.0")).toBeUndefined();
});

test("archives exist for exactly the four supported systems", () => {
  expect(createPrometheusRecipe("linux", "x64").archive?.archiveUrl).toMatch(
    /prometheus-3\.15\.0\.linux-amd64\.tar\.gz$/,
  );
  expect(createPrometheusRecipe("darwin", "arm64").archive?.archiveUrl).toMatch(/darwin-arm64/);
  expect(createJaegerRecipe("linux", "arm64").archive?.checksumUrl).toMatch(
    /jaeger-2\.13\.0-linux-arm64\.sha256sum\.txt$/,
  );
  expect(createPrometheusRecipe("win32", "x64").archive).toBeUndefined();
  expect(createJaegerRecipe("linux", "ppc64").archive).toBeUndefined();
});

test("the downloaded and the built version are equal", () => {
  const prometheus = createPrometheusRecipe();
  const [major, minor, patch] = prometheus.goRecipe.version.split(".");
  expect(prometheus.archive?.version).toBe(prometheus.goRecipe.version);
  // Prometheus numbers its Go module v0.3NN.P for the program v3.NN.P.
  expect(goModule("prometheus")).toContain(
    `require github.com/prometheus/prometheus v0.${major}${minor?.padStart(2, "0")}.${patch}`,
  );
  const jaeger = createJaegerRecipe();
  expect(jaeger.archive?.version).toBe(jaeger.goRecipe.version);
  const [, tag] = /jaeger (v1\.\d+\.\d+)/.exec(goModule("jaeger")) ?? [];
  expect(jaeger.archive?.archiveUrl).toContain(`/download/${tag}/`);
});

test("every built program is named in its module, so no other download is needed", () => {
  for (const { goRecipe } of [createPrometheusRecipe(), createJaegerRecipe()]) {
    for (const path of Object.values(goRecipe.packages))
      expect(goModule(goRecipe.moduleFolder)).toContain(path);
  }
});

test("a checksum belongs to exactly one file name, not to names with the same ending", () => {
  const one = "a".repeat(64);
  const two = "B".repeat(64);
  const listing = `${one}  prometheus-3.15.0.linux-amd64.tar.gz\n${two} *folder/jaeger\nnot a line\n`;
  expect(findChecksum(listing, "prometheus-3.15.0.linux-amd64.tar.gz")).toBe(one);
  expect(findChecksum(listing, "jaeger")).toBe(two.toLowerCase());
  expect(findChecksum(listing, "linux-amd64.tar.gz")).toBeUndefined();
  expect(findChecksum(listing, "eger")).toBeUndefined();
});
