/** File and folder names: one name per noun, no catch-all files, and the same files in similar folders. */
import { existsSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { pages } from "@/components/layout/pages";
import { shortcuts } from "@/lib/client/keys/shortcuts";
import { allFiles, codeFiles, isFolder, productFiles, read, root } from "./source-files";

const has = (relative: string): boolean => existsSync(path.join(root, relative));

test("no file or folder has a catch-all name such as utils or helpers", () => {
  const drawer = /(^|\/)(utils?|helpers?|misc|common|hooks|types|constants)(\/|\.tsx?$)/;
  expect(codeFiles.filter((file) => drawer.test(file))).toEqual([]);
});

test("only complete lists are index files", () => {
  const lists = /^lib\/engines\/index\.ts$|^lib\/engines\/(?:exporters\/)?[a-z0-9-]+\/index\.ts$/;
  expect(productFiles.filter((file) => /(^|\/)index\.tsx?$/.test(file) && !lists.test(file))).toEqual([]);
});

test("every source folder has the same files", () => {
  for (const source of ["prometheus", "jaeger", "tempo"]) {
    for (const piece of ["client.ts", "wire.ts", "mapper.ts", "errors.ts", "fixtures.ts"]) {
      expect(has(`lib/sources/${source}/${piece}`), `lib/sources/${source}/${piece}`).toBe(true);
    }
  }
});

test("every page has a components folder and an end-to-end spec", () => {
  const pages = allFiles.filter((file) => /^app\/\(dashboard\)\/.+\/page\.tsx$/.test(file));
  expect(pages.length).toBeGreaterThan(0);
  const nouns = new Set(pages.map((file) => file.split("/")[2] ?? ""));
  for (const noun of nouns) {
    expect(isFolder(`components/${noun}`), `components/${noun}`).toBe(true);
    expect(has(`tests/e2e/${noun}.spec.ts`), `tests/e2e/${noun}.spec.ts`).toBe(true);
  }
});

test("the list of pages has every page of the dashboard", () => {
  const routes = allFiles
    .filter((file) => /^app\/\(dashboard\)\/[^[]+\/page\.tsx$/.test(file))
    .filter((file) => !read(file).includes("redirect("))
    .map((file) => file.slice("app/(dashboard)".length, -"/page.tsx".length))
    .toSorted();
  expect(pages.map(({ path: route }) => route).toSorted()).toEqual(routes);
});

test("no two pages share a shortcut", () => {
  const keys = [...pages, ...shortcuts].flatMap((one) => one.keys ?? []);
  expect(new Set(keys).size).toBe(keys.length);
});

test("every folder of lib and components has a README", () => {
  const candidates = ["lib", "components"].flatMap((parent) => [
    ...new Set(
      allFiles
        .filter((file) => file.startsWith(`${parent}/`))
        .map((file) => file.split("/").slice(0, 2).join("/")),
    ),
  ]);
  const folders = candidates.filter(isFolder);
  expect(folders.filter((folder) => !has(`${folder}/README.md`))).toEqual([]);
});

test("every file in lib begins with a comment about its purpose", () => {
  const silent = productFiles
    .filter((file) => file.startsWith("lib/") && file.endsWith(".ts"))
    .filter(
      (file) => !/^(\/\*\*|\/\/|import [^;]+;\s*\/\*\*|"use client";\s*\/\*\*)/.test(read(file).trimStart()),
    );
  expect(silent).toEqual([]);
});

test("tests are never skipped, focused, retried or delayed by a fixed time", () => {
  const forbidden = /\b(?:it|test|describe)\.(?:skip|only|todo|fixme)\b|waitForTimeout\(|\bretries:\s*[1-9]/;
  const offenders = codeFiles
    .filter((file) => file !== "tests/architecture/names.test.ts")
    .filter((file) => file.startsWith("tests/") || /\.test\.tsx?$/.test(file))
    .filter((file) => forbidden.test(read(file)));
  expect(offenders).toEqual([]);
});
