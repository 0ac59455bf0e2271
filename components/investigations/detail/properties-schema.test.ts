import { expect, test } from "vitest";
import { tagsField } from "./properties-schema";

test.each([
  ["KV Cache, batch", ["kv-cache", "batch"]],
  [" kv-cache ,, batch,KV cache", ["kv-cache", "batch"]],
  ["", []],
])("the tags “%s” are separated by commas", (text, tags) => {
  expect(tagsField.parse(text)).toEqual(tags);
});

test("a tag with other characters is refused by its name", () => {
  const { error } = tagsField.safeParse("batch, kv_cache");
  expect(error?.issues[0]?.message).toContain("“kv_cache” must have letters, digits and hyphens only");
});
