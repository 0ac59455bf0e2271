import fc from "fast-check";
import { expect, test } from "vitest";
import { findMentions } from "@/lib/model/investigation/find-mentions";
import { addMention } from "./mention-text";

test("property: an added mention is found after any text", () => {
  const ines = { id: "ines", name: "Ines" };
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(findMentions(addMention(text, ines.name), [ines])).toEqual([ines.id]);
    }),
  );
});

test("separates a mention from the text before it", () => {
  expect(addMention("", "Ines")).toBe("@Ines ");
  expect(addMention("See", "Ines")).toBe("See @Ines ");
  expect(addMention("See ", "Ines")).toBe("See @Ines ");
});
