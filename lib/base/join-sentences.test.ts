import { expect, test } from "vitest";
import { endSentence } from "./end-sentence";
import { joinSentences } from "./join-sentences";

test("texts are joined with one full stop each, and empty texts are skipped", () => {
  expect(joinSentences(["It fixed the incident.", "", "Better: TTFT is lower", "Why?"])).toBe(
    "It fixed the incident. Better: TTFT is lower. Why?",
  );
  expect(endSentence("Waiting… ")).toBe("Waiting…");
});
