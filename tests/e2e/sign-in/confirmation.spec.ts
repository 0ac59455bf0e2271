/** A change that gives access needs the password if the sign-in is older than 10 minutes, and loses no input. */
import { createHash } from "node:crypto";
import pg from "pg";
import { findAccessibilityViolations } from "../../support/e2e/axe";
import { expect, test } from "../../support/e2e/browser-test";
import { startEmptyApp, type EmptyApp } from "../../support/e2e/empty-app";
import { openInteractive } from "@/tests/support/e2e/open-interactive";

let app: EmptyApp;
const token = "a-setup-token-of-this-test";
const password = "correct horse battery";

/** Runs a statement in the database of the app. */
async function query(text: string, values: readonly string[] = []): Promise<void> {
  const client = new pg.Client({ connectionString: app.databaseUrl });
  await client.connect();
  await client.query(text, [...values]);
  await client.end();
}

test.beforeAll(async () => {
  test.setTimeout(240_000);
  app = await startEmptyApp("confirmation");
  await query(
    `insert into invitations (id, token_hash, purpose, role, author, expires_at)
     values (gen_random_uuid(), $1, 'setup', 'admin', 'system', now() + interval '1 hour')`,
    [createHash("sha256").update(token).digest("hex")],
  );
});

test.afterAll(async () => {
  await app.stop();
});

test("requests the password by keyboard, repeats the change, and keeps the input when cancelled", async ({
  page,
  complaints,
}) => {
  complaints.expectComplaint(/status of 40[13]/);
  test.setTimeout(120_000);
  await page.goto(`${app.url}/setup#${token}`);
  await page.getByLabel("Name").fill("Ada Lovelace");
  await page.getByLabel("E-mail address").fill("ada@example.com");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${app.url}/overview`);

  await openInteractive(page, `${app.url}/settings/tokens`);
  await page.getByRole("button", { name: "Create token" }).click();
  await page.getByLabel("Name").fill("nightly gate");
  await page.getByLabel("create and read gate runs").check();
  await query("update sessions set confirmed_at = now() - interval '11 minutes'");
  const dialog = page.getByRole("dialog", { name: "Confirm that it is you" });
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await expect(dialog.getByLabel("Your password")).toBeFocused();
  await expect(dialog.getByLabel("Your password")).toHaveAttribute("autocomplete", "current-password");
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page.getByText("Not confirmed.")).toBeVisible();
  await expect(page.getByLabel("Name")).toHaveValue("nightly gate");

  await page.getByRole("button", { name: "Create", exact: true }).click();
  await dialog.getByLabel("Your password").fill("wrong password");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("The password is incorrect.")).toBeVisible();
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await dialog.getByLabel("Your password").fill(password);
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("status", { name: "New token" }).locator("code")).toHaveText(/^rp_/);

  // The confirmation is valid for further changes, until it is 10 minutes old.
  await openInteractive(page, `${app.url}/settings/people`);
  await page.getByRole("button", { name: "Create invitation" }).click();
  await expect(page.getByRole("status", { name: "Invitation" })).toBeVisible();
  await query("update sessions set confirmed_at = now() - interval '11 minutes'");
  await page.getByLabel("Role of the new person").selectOption("editor");
  await page.getByRole("button", { name: "Create invitation" }).click();
  await dialog.getByLabel("Your password").fill(password);
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("Invitation as editor")).toBeVisible();
});
