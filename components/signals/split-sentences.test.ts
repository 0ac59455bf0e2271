import { expect, test } from "vitest";
import type { Sentence } from "@/lib/model/sentence";
import { splitSentences } from "./split-sentences";

const text = (value: string) => ({ kind: "text", text: value }) as const;
const number = { kind: "number", value: 6.8, unit: "seconds", displayUnit: "s" } as const;

const cases: readonly (readonly [string, Sentence, Sentence, Sentence])[] = [
  [
    "inside a text",
    [text("It is full ("), number, text("). Store it as FP8. Next")],
    [text("It is full ("), number, text(").")],
    [text("Store it as FP8. Next")],
  ],
  [
    "before a value",
    [text("TTFT is "), number, text(". "), number, text(" are aborted.")],
    [text("TTFT is "), number, text(".")],
    [number, text(" are aborted.")],
  ],
  [
    "between two texts",
    [text("The cache was "), number, text("."), text(" Store it as FP8."), text(" Next.")],
    [text("The cache was "), number, text(".")],
    [text("Store it as FP8."), text(" Next.")],
  ],
  ["nowhere for a point before a value", [text("about 3."), number], [text("about 3."), number], []],
  [
    "nowhere for one sentence",
    [text("TTFT is "), number, text(".")],
    [text("TTFT is "), number, text(".")],
    [],
  ],
  ["nowhere for a version", [text("vLLM 0.11.2 restarted.")], [text("vLLM 0.11.2 restarted.")], []],
];

test.each(cases)("splits %s", (_, sentences, first, rest) => {
  expect(splitSentences(sentences)).toEqual({ first, rest });
});
