import { expect, test } from "vitest";
import {
  allSources,
  includesSource,
  requireReadableSource,
  createScopedKey,
  createSourceScope,
} from "./source-scope";

test("callers who may read the same sources have equal keys, in any order and with repeats", () => {
  const key = createScopedKey(createSourceScope(["a", "b"]), "query", 1);
  expect(createScopedKey(createSourceScope(["b", "a", "b"]), "query", 1)).toBe(key);
});

test("callers who may read other sources have other keys", () => {
  const scopes = [
    allSources,
    createSourceScope([]),
    createSourceScope(["a"]),
    createSourceScope(["b"]),
    createSourceScope(["a", "b"]),
    createSourceScope(["all"]),
  ];
  expect(new Set(scopes.map((scope) => createScopedKey(scope, "query"))).size).toBe(scopes.length);
});

test("a source outside the scope is not found, like one that does not exist", () => {
  const scope = createSourceScope(["a"]);
  expect(requireReadableSource("a", scope)).toEqual({ slug: "a", scope });
  expect(() => requireReadableSource("b", scope)).toThrow("there is no source b");
  expect(includesSource(allSources, "b")).toBe(true);
});
