import fc from "fast-check";
import { expect, test } from "vitest";
import { findMentions } from "@/lib/model/investigation/find-mentions";
import { addMention, retainMentionedPeople } from "./mention-text";

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

test("a person who was chosen is mentioned while the text contains the name", () => {
  const people = ["ines", "ines-2"].map((id) => ({ id, name: "Ines" }));
  expect(retainMentionedPeople("@Ines", people, ["ines-2", "ines-2"])).toEqual(["ines-2"]);
  expect(retainMentionedPeople("no one", people, ["ines-2"])).toEqual([]);
});
