import { expect, test } from "vitest";
import { parseDeclaredFactor, parseRequestedFactor, printDeclaredFactor } from "./declared-factor";
import { parseSideReference, printSideReference } from "./side-reference";

const id = "01900000-0000-7000-8000-000000000000";

test.each([
  `baseline:${id}`,
  "window:chat-70b:now-1h:now",
  "window:chat-70b:1800000000000:1800000600000",
  "deployment:chat-70b",
])("prints %s as it was parsed", (text) => {
  const reference = parseSideReference(text);
  expect(reference && printSideReference(reference)).toBe(text);
});

test.each([
  "",
  "baseline:1",
  `baseline:${id}:now`,
  "window:chat",
  "window:Chat:now-1h:now",
  "chat-70b",
  "window:c:now-1h:later",
])("refuses %s as a side", (text) => expect(parseSideReference(text)).toBeUndefined());

test("a factor has optional values, in which colons are encoded", () => {
  expect(parseDeclaredFactor("engine.version")).toEqual({ path: "engine.version", from: null, to: null });
  expect(parseDeclaredFactor("gpu.count::8")).toEqual({ path: "gpu.count", from: null, to: "8" });
  const factor = { path: "model", from: "a:1 50%", to: "b" };
  expect(printDeclaredFactor(factor)).toBe("model:a%3A1 50%25:b");
  expect(parseDeclaredFactor(printDeclaredFactor(factor))).toEqual(factor);
});

test.each(["", "a b", "gpu.count:8", "a:b:c:d", "a:%:b"])("refuses %s as a factor", (text) =>
  expect(parseDeclaredFactor(text)).toBeUndefined(),
);

test("a request with values of load is refused, and a stored one stays readable", () => {
  expect(parseRequestedFactor("load:1:2")).toBeUndefined();
  expect(parseRequestedFactor("load")).toEqual({ path: "load", from: null, to: null });
  expect(parseDeclaredFactor("load:1:2")).toEqual({ path: "load", from: "1", to: "2" });
});
