/** Every page requires a sign-in, so that a new page is not public by mistake. Endpoints have the access matrix. */
import { expect, test } from "vitest";
import { allFiles, read } from "./source-files";

/** Pages for visitors, with the reason in their folder: sign-in, one-time links, public links of reports. */
const publicPages = [
  "app/(report)/shared-report/[token]/page.tsx",
  "app/(report)/shared-report/page.tsx",
  "app/(sign-in)/display/page.tsx",
  "app/(sign-in)/join/page.tsx",
  "app/(sign-in)/set-password/page.tsx",
  "app/(sign-in)/setup/page.tsx",
  "app/(sign-in)/sign-in/callback/page.tsx",
  "app/(sign-in)/sign-in/page.tsx",
  // Redirects to the overview.
  "app/page.tsx",
];

const requiresSignIn = (file: string): boolean => read(file).includes("await requireSignIn(");

test("every page requires a sign-in, except the listed ones", () => {
  expect(requiresSignIn("app/(dashboard)/layout.tsx")).toBe(true);
  const pages = allFiles.filter((file) => /^app\/(?:.*\/)?page\.tsx$/.test(file));
  const open = pages.filter((file) => !file.startsWith("app/(dashboard)/") && !requiresSignIn(file));
  expect(open).toEqual(publicPages);
});
