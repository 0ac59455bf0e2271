import { expect, test } from "vitest";
import { nameAuthor } from "./name-author";

const authors = [
  { id: "operator", name: null, email: null },
  { id: "019e0000-0000-7000-8000-00000000aaaa", name: "Ada Lovelace", email: "ada@example.com" },
  { id: "019e0000-0000-7000-8000-00000000bbbb", name: "ada\u00a0lovelace", email: "eve@example.com" },
  { id: "019e0000-0000-7000-8000-00000000cccc", name: "Removed person", email: null },
  { id: "019e0000-0000-7000-8000-00000000dddd", name: "Removed person", email: null },
  { id: "019e0000-0000-7000-8000-00000000eeee", name: "Grace Hopper", email: "grace@example.com" },
];

test("equal names are followed by what differs, and other names are unchanged", () => {
  expect(authors.map(({ id }) => nameAuthor(id, authors))).toEqual([
    "operator",
    "Ada Lovelace (ada@example.com)",
    "ada\u00a0lovelace (eve@example.com)",
    "Removed person (id …0000cccc)",
    "Removed person (id …0000dddd)",
    "Grace Hopper",
  ]);
  expect(nameAuthor("unknown", authors)).toBe("unknown");
});
