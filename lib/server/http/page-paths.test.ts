import { globSync } from "node:fs";
import { expect, test } from "vitest";
import { canBePagePath } from "./page-paths";

test("accepts the path of every page", () => {
  const pages = globSync("app/(dashboard)/**/page.tsx")
    .map((file) => file.replace(/^app\/\(dashboard\)/, "").replace(/\/page\.tsx$/, ""))
    .map((path) => path.replace("[traceId]", "0af7651916cd43dd8448eb211c80319c"));
  expect(pages).toContain("/traces/operations");
  expect(pages.filter((path) => !canBePagePath(path))).toEqual([]);
});

test.each(["/traces/nonsense", "/traces/0af7", "/traces/operations-of-another"])("rejects %s", (path) => {
  expect(canBePagePath(path)).toBe(false);
});
