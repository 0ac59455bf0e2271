/** Refusals of endpoints for people name what to do next, because the next step of the code would mislead. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const folders = [
  "lib/server/access",
  "lib/server/sessions",
  "lib/server/tokens",
  "lib/services/displays",
  "lib/services/people",
  "lib/services/tokens",
];

/** Returns the text from `start` to the parenthesis that ends the call there. */
function callText(source: string, start: number): string {
  let depth = 0;
  for (let end = source.indexOf("(", start); end < source.length; end += 1) {
    if (source[end] === "(") depth += 1;
    if (source[end] === ")") depth -= 1;
    if (depth === 0) return source.slice(start, end + 1);
  }
  throw new Error("the call has no end");
}

test("every refusal and conflict has a title and a next step", () => {
  const calls = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
      .flatMap((name) => {
        const source = readFileSync(`${folder}/${name}`, "utf8");
        return [...source.matchAll(/new AppError\(\s*"(?:forbidden|conflict)"/g)].map(({ index }) => ({
          file: `${folder}/${name}`,
          call: callText(source, index),
        }));
      }),
  );
  expect(calls.length).toBeGreaterThan(20);
  const incomplete = calls.filter(({ call }) => !call.includes("userMessage"));
  expect(incomplete).toEqual([]);
});
