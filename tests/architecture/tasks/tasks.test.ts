/** The list of frequent tasks names every file that a task touches, and no other. */
import { expect, test } from "vitest";
import { read } from "../source-files";
import { affectedFiles, compile } from "./compile";
import type { Task } from "./task";
import { tasks } from "./tasks";

const examples = tasks.filter(
  (task): task is Task & { readonly example: NonNullable<Task["example"]> } => task.example !== undefined,
);

/** Returns whether a listed path, which may contain placeholders, stands for `file`. */
function standsFor(listed: string, file: string): boolean {
  const pattern = listed.split(/<[^>]+>/).map((part) => part.replaceAll(/[.()]/g, String.raw`\$&`));
  return new RegExp(`^${pattern.join("[^/]+")}$`).test(file);
}

test("the table of the documentation lists the tasks and their files", () => {
  const section =
    read("docs/architecture.md")
      .split(/^## /m)
      .find((part) => part.startsWith("Frequent tasks")) ?? "";
  const rows = [...section.matchAll(/^\| ([^|]+?) +\| (.+?) +\|$/gm)].slice(2).map(([, title, files]) => ({
    title,
    files: [...(files ?? "").matchAll(/`([^`]+)`/g)].map(([, file]) => file),
  }));
  expect(rows).toEqual(tasks.map(({ title, files }) => ({ title, files })));
});

test.each(examples.map((task) => [task.title, task] as const))(
  "%s touches only listed files",
  (_title, { files, example }) => {
    const unlisted = example.filter(({ file }) => !files.some((listed) => standsFor(listed, file)));
    expect(unlisted.map(({ file }) => file)).toEqual([]);
  },
);

test("additions that change only the listed files compile", () => {
  const changes = examples.flatMap(({ example }) => example);
  expect(compile(changes, affectedFiles(changes))).toEqual([]);
});

test("the compiler names the files that an addition with only its first change lacks", () => {
  const incomplete = examples.filter(({ required }) => required !== undefined);
  const changes = incomplete.flatMap(({ example }) => example.slice(0, 1));
  const required = [...new Set(incomplete.flatMap((task) => task.required ?? []))].toSorted();
  const files = [...new Set([...changes.map(({ file }) => file), ...required])];
  const namedFiles = compile(changes, files).map(({ file }) => file);
  expect([...new Set(namedFiles)].toSorted()).toEqual(required);
});
