/** Of two classes that fight the later wins, for every pair of classes in the project, as Tailwind's own groups have it. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { twMerge } from "tailwind-merge";
import { expect, test } from "vitest";
import { cn } from "./cn";

const className = /^[a-z[-][\w\-:/.[\]()%,&>_#=*+!'^~|]*(?<!-)$/;

/** Every word of every text in the code that could be a class, the few that are not do no harm. */
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
  // Those that neither knows fight nothing: both leave a second one standing.
  const isKnown = (word: string): boolean => twMerge(`${word} ${word}`) === word || cn(word, word) === word;
  return [...new Set(words)].filter((word) => className.test(word) && isKnown(word)).toSorted();
}

test("every pair of the project's classes is joined as Tailwind's own groups say", () => {
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

test("a later class puts out what it covers, and only under the same conditions", () => {
  expect(cn("px-2 py-1 hover:px-3", "p-4")).toBe("hover:px-3 p-4");
  expect(cn("size-3", "size-2")).toBe("size-2");
  expect(cn("flex", false, null, undefined, { hidden: true })).toBe("hidden");
  expect(cn("font-medium font-mono", "font-normal")).toBe("font-mono font-normal");
  expect(cn()).toBe("");
});
