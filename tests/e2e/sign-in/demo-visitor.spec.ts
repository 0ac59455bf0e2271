/** Every visitor of the demo is signed in as its editor, and may sign in as its admin instead. */
import { demoAdmin, demoEditor } from "@/lib/model/person";
import { findAccessibilityViolations } from "../../support/e2e/axe";
import { expect, test } from "../../support/e2e/browser-test";
import { signInDemoAdmin } from "../../support/e2e/demo-admin";
import { openInteractive } from "@/tests/support/e2e/open-interactive";

const banner = { name: "Demo" };
const signedInText = `You are signed in as ${demoEditor.name}.`;

test("a new browser is signed in as the demo's editor, which the banner states", async ({
  page,
  browser,
}) => {
  await page.goto("/overview");
  await expect(page.getByRole("complementary", banner)).toContainText(signedInText);
  await page.goto("/settings/profile");
  await expect(page.getByRole("heading", { level: 1 })).toContainText(
    `The demo signs every visitor in as ${demoEditor.name}.`,
  );
  const second = await browser.newContext();
  const other = await second.newPage();
  await other.goto(page.url());
  await expect(other.getByRole("complementary", banner)).toContainText(signedInText);
  await second.close();
});

test("the editor may not change the organisation or read the audit trail, and the admin may", async ({
  page,
}) => {
  const audit = async (): Promise<number> => (await page.request.get("/api/v1/audit")).status();
  expect(await audit()).toBe(403);
  for (const [path, title] of [
    ["/settings/audit", "Audit trail"],
    ["/settings/people", "People"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole("heading", { name: title, level: 1 })).toBeVisible();
    await expect(page.getByText("You need the role “admin” for this. Your role is “editor”.")).toBeVisible();
    expect(await findAccessibilityViolations(page)).toEqual([]);
  }
  await signInDemoAdmin(page.context());
  expect(await audit()).toBe(200);
  await openInteractive(page, "/overview");
  await expect(page.getByRole("complementary", banner)).not.toContainText("signed in as");
  await expect(page.getByRole("link", { name: demoAdmin.name })).toBeVisible();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await page.goto("/overview");
  await expect(page.getByRole("complementary", banner)).toContainText(signedInText);
});

for (const [colorScheme, width] of [
  ["light", 390],
  ["dark", 1440],
] as const) {
  test(`the banner is accessible and fits, ${colorScheme}, ${width} wide`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/settings/profile");
    await expect(page.getByRole("complementary", banner)).toContainText(signedInText);
    expect(await findAccessibilityViolations(page)).toEqual([]);
    const overflow = (root: HTMLElement): number => root.scrollWidth - root.clientWidth;
    expect(await page.locator("html").evaluate(overflow)).toBe(0);
  });
}
