import { expect, test } from "vitest";
import { cleanAttributes } from "./clean-attributes";

test.each([
  "gen_ai.prompt",
  "gen_ai.prompt.0.content",
  "gen_ai.input.messages",
  "llm.completions.0.text",
  "input.value",
])("what people wrote under %s stays where it is", (name) => {
  expect(cleanAttributes({ [name]: "my secret", model: "chat" })).toEqual({
    [name]: "left out",
    model: "chat",
  });
});

test("a text and a list of a million rows are cut and say by how much", () => {
  const million = 1_000_000;
  const { text, list } = cleanAttributes({
    text: "row\n".repeat(million),
    list: Array.from({ length: million }, (_, row) => row),
  });
  expect(text).toEqual({ beginning: "row\n".repeat(500), characters: 4_000_000 });
  const rows = Array.from({ length: 100 }, (_, row) => row).join(", ");
  expect(list).toEqual({ beginning: rows, characters: 5_888_890 + 2 * (million - 1) });
  const name = "n".repeat(2_001);
  expect(Object.keys(cleanAttributes({ [name]: 1 }))[0]).toMatch(/^n{2000}… 1 more characters$/);
});

test("ten thousand attributes are two hundred and a word on the rest", () => {
  const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`a${index}`, index]));
  const cleaned = cleanAttributes(many);
  expect(Object.keys(cleaned)).toHaveLength(201);
  expect(cleaned["…"]).toBe("9,800 more attributes left out");
});

test.each(["__proto__", "constructor", "<img src=x onerror=alert(1)>", "'; drop table spans; --"])(
  "the name %j is a name like any other",
  (name) => {
    const attributes = Object.fromEntries([[name, name]]);
    expect(Object.entries(cleanAttributes(attributes))).toEqual([[name, name]]);
    expect(Object.getPrototypeOf(cleanAttributes(attributes))).toBe(Object.prototype);
  },
);

test("an address that would read backwards is written as it is, in names and lists too, and so are commands of a terminal", () => {
  const attributes = {
    url: "https://evil.example/\u202Egnp.exe",
    "\u202Ename": ["a\u2066b"],
    text: "two\nlines",
    colour: "\u001b[31mred\u0000",
  };
  expect(cleanAttributes(attributes)).toEqual({
    url: "https://evil.example/\\u{202e}gnp.exe",
    "\\u{202e}name": ["a\\u{2066}b"],
    text: "two\nlines",
    colour: "\\u{1b}[31mred\\u{0}",
  });
});
