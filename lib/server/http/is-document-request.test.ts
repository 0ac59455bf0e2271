import { expect, test } from "vitest";
import { isDocumentRequest } from "./is-document-request";

const html = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

test.each([
  ["a document", { "sec-fetch-dest": "document", accept: html }, true],
  ["a document over plain HTTP", { accept: html }, true],
  ["navigation inside the application", { "sec-fetch-dest": "empty", accept: "*/*" }, false],
  ["navigation inside the application over plain HTTP", { accept: "*/*" }, false],
  ["a program", {}, false],
] as const)("recognises %s", (_name, headers, expected) => {
  expect(isDocumentRequest(new Headers(headers))).toBe(expected);
});
