import { expect, test } from "vitest";
import { glossary, glossaryTopics } from "./glossary";

test("lists every term in exactly one topic", () => {
  const listed = glossaryTopics.flatMap(({ terms }) => terms);
  expect(listed.toSorted()).toEqual(Object.keys(glossary).toSorted());
});

test.each(Object.values(glossary))(
  "defines $term in full sentences of at most 30 words",
  ({ definition }) => {
    const sentences = definition.split(/(?<=[.])\s+(?=[A-Z])/);
    for (const sentence of sentences) {
      expect(sentence).toMatch(/\.$/);
      expect(sentence.split(/\s+/).length).toBeLessThanOrEqual(30);
    }
  },
);
