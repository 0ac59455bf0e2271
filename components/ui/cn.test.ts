/** Tests for every pair of classes in the project that `cn` resolves conflicts like tailwind-merge. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { twMerge } from "tailwind-merge";
import { expect, test } from "vitest";
import { cn } from "./cn";

const className = /^[a-z[-][\w\-:/.[\]()%,&>_#=*+!'^~|]*(?<!-)$/;

/** Returns every word in the code that could be a class. Other words do no harm. */
function usedClasses(): readonly string[] {
  const files = ["app", "components"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|class-groups/.test(name))
      .map((name) => join(folder, name)),
  );
  const words = files.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/"([^"\n]*)"|`([^`]*)`/g)].flatMap(([, plain, template]) =>
      (plain ?? template ?? "").split(/\s+|\$\{[^}]*\}/),
    ),
  );
  // Unknown classes conflict with nothing, so both libraries keep duplicates.
  const isKnown = (word: string): boolean => twMerge(`${word} ${word}`) === word || cn(word, word) === word;
  return [...new Set(words)].filter((word) => className.test(word) && isKnown(word)).toSorted();
}

test("resolves every pair of used classes like tailwind-merge", () => {
  const classes = usedClasses();
  expect(classes.length).toBeGreaterThan(300);
  const wrong: string[] = [];
  for (const first of classes)
    for (const second of classes) {
      if (first === second) continue;
      const pair = `${first} ${second}`;
      if (cn(first, second) !== twMerge(pair)) wrong.push(`${pair} → ${cn(first, second)}`);
    }
  expect(wrong).toEqual([]);
});

test("removes earlier classes that a later class overrides under the same variants", () => {
  expect(cn("px-2 py-1 hover:px-3", "p-4")).toBe("hover:px-3 p-4");
  expect(cn("size-3", "size-2")).toBe("size-2");
  expect(cn("flex", false, null, undefined, { hidden: true })).toBe("hidden");
  expect(cn("font-medium font-mono", "font-normal")).toBe("font-mono font-normal");
  expect(cn()).toBe("");
});
