import { expect, test } from "vitest";
import { prepareAttributesForDisplay } from "./display-attributes";

test.each([
  "gen_ai.prompt",
  "gen_ai.prompt.0.content",
  "gen_ai.input.messages",
  "llm.completions.0.text",
  "input.value",
])("omits the text of prompts and completions under %s", (name) => {
  expect(prepareAttributesForDisplay({ [name]: "my secret", model: "chat" })).toEqual({
    [name]: "omitted",
    model: "chat",
  });
});

test("includes the text of prompts and completions when it is requested, and truncates it like other text", () => {
  const attributes = { "gen_ai.prompt": "my secret", "llm.completions": "x".repeat(2_001) };
  expect(prepareAttributesForDisplay(attributes, { includesPromptText: true })).toEqual({
    "gen_ai.prompt": "my secret",
    "llm.completions": { prefix: "x".repeat(2_000), totalCharacters: 2_001 },
  });
});

test("truncates a text and a list of a million characters, and states the total length", () => {
  const million = 1_000_000;
  const { text, list } = prepareAttributesForDisplay({
    text: "row\n".repeat(million),
    list: Array.from({ length: million }, (_, row) => row),
  });
  expect(text).toEqual({ prefix: "row\n".repeat(500), totalCharacters: 4_000_000 });
  const rows = Array.from({ length: 100 }, (_, row) => row).join(", ");
  expect(list).toEqual({ prefix: rows, totalCharacters: 5_888_890 + 2 * (million - 1) });
  const name = "n".repeat(2_001);
  expect(Object.keys(prepareAttributesForDisplay({ [name]: 1 }))[0]).toMatch(/^n{2000}… 1 more character$/);
});

test("limits ten thousand attributes to two hundred, and states the number omitted", () => {
  const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`a${index}`, index]));
  const cleaned = prepareAttributesForDisplay(many);
  expect(Object.keys(cleaned)).toHaveLength(201);
  expect(cleaned["…"]).toBe("9,800 more attributes omitted");
});

test.each(["__proto__", "constructor", "<img src=x onerror=alert(1)>", "'; drop table spans; --"])(
  "the name %j has no special effect",
  (name) => {
    const attributes = Object.fromEntries([[name, name]]);
    expect(Object.entries(prepareAttributesForDisplay(attributes))).toEqual([[name, name]]);
    expect(Object.getPrototypeOf(prepareAttributesForDisplay(attributes))).toBe(Object.prototype);
  },
);

test("escapes right-to-left marks and terminal escapes in names and lists", () => {
  const attributes = {
    url: "https://evil.example/\u202Egnp.exe",
    "\u202Ename": ["a\u2066b"],
    text: "two\nlines",
    colour: "\u001b[31mred\u0000",
  };
  expect(prepareAttributesForDisplay(attributes)).toEqual({
    url: "https://evil.example/\\u{202e}gnp.exe",
    "\\u{202e}name": ["a\\u{2066}b"],
    text: "two\nlines",
    colour: "\\u{1b}[31mred\\u{0}",
  });
});
