/** An admin creates a team, gives it a deployment, and hides a baseline from others. */
import { createHash } from "node:crypto";
import type { Browser, Page } from "@playwright/test";
import pg from "pg";
import { createBaselineDocument } from "../../support/sample-data/baseline-document";
import { findAccessibilityViolations } from "../../support/e2e/axe";
import { expect, test } from "../../support/e2e/browser-test";
import { startEmptyApp, type EmptyApp } from "../../support/e2e/empty-app";
import { signInNewEditor } from "../../support/e2e/stored-session";
import { openInteractive } from "@/tests/support/e2e/open-interactive";

let app: EmptyApp;
const token = "a-setup-token-of-this-test";

test.beforeAll(async () => {
  test.setTimeout(240_000);
  app = await startEmptyApp("teams");
  const client = new pg.Client({ connectionString: app.databaseUrl });
  await client.connect();
  await client.query(
    `insert into invitations (id, token_hash, purpose, role, author, expires_at)
     values (gen_random_uuid(), $1, 'setup', 'admin', 'system', now() + interval '1 hour')`,
    [createHash("sha256").update(token).digest("hex")],
  );
  await client.end();
});

test.afterAll(async () => {
  await app.stop();
});

test("a team with a member owns a deployment and hides a baseline, and cannot be deleted meanwhile; a service account joins it", async ({
  page,
  browser,
  complaints,
}) => {
  complaints.expectComplaint(/status of 409/);
  test.setTimeout(180_000);
  await page.goto(`${app.url}/setup#${token}`);
  await page.getByLabel("Name").fill("Ada Lovelace");
  await page.getByLabel("E-mail address").fill("ada@example.com");
  await page.getByLabel("Password", { exact: true }).fill("correct horse battery");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${app.url}/overview`);

  await openInteractive(page, `${app.url}/settings/people`);
  await page.getByLabel("Name of the new team").fill("Serving");
  await page.getByRole("button", { name: "Create team" }).click();
  const team = page.getByRole("listitem", { name: "Serving" });
  await team.getByLabel("Add a member to Serving").selectOption({ label: "Ada Lovelace" });
  await expect(team.getByRole("button", { name: "Remove Ada Lovelace from Serving" })).toBeVisible();
  await team.getByRole("button", { name: "Rename" }).click();
  await expect(team.getByLabel("New name of Serving")).toBeFocused();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("Inf\u0435rence");
  await page.keyboard.press("Enter");
  await expect(team.getByText("has Latin and Cyrillic letters")).toBeVisible();
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await team.getByLabel("New name of Serving").fill("Inference");
  await team.getByRole("button", { name: "Save name" }).click();
  const renamed = page.getByRole("listitem", { name: "Inference" });
  await expect(renamed).toContainText("owns 0 deployments, 0 baselines and 0 investigations");
  expect(await findAccessibilityViolations(page)).toEqual([]);

  await renamed.getByRole("button", { name: "Evidence retention of Inference" }).click();
  const retention = page.getByRole("form", { name: "Evidence retention of Inference" });
  await retention.getByLabel("Evidence retention in days").fill("0");
  await retention.getByRole("button", { name: "Save retention" }).click();
  await expect(retention.getByText("Enter a number of days from 1 to 3,650")).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await retention.getByLabel("Evidence retention in days").fill("90");
  await retention.getByRole("button", { name: "Save retention" }).click();
  await expect(renamed).toContainText("retains evidence for 90 days");

  await openInteractive(page, `${app.url}/settings/deployments`);
  const deployment = page.getByRole("list", { name: "Deployments" }).getByRole("listitem").first();
  await deployment.getByRole("button", { name: /^Change / }).click();
  await page.getByRole("menuitem", { name: "Choose team" }).click();
  await deployment.getByLabel("Team", { exact: true }).selectOption({ label: "Inference" });
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await deployment.getByRole("button", { name: "Save team" }).click();
  await expect(deployment.getByRole("button", { name: "Save team" })).toBeHidden();

  await openInteractive(page, `${app.url}/baselines`);
  const document = createBaselineDocument({ slug: "elsewhere", endMs: Date.now() - 3_600_000 });
  await page.getByLabel("Imported baselines are visible to").selectOption({
    label: "Visible to: Only the team Inference",
  });
  await page.getByLabel("Baseline file to import").setInputFiles({
    name: "baseline.json",
    mimeType: "application/json",
    buffer: Buffer.from(JSON.stringify(document)),
  });
  await page.getByRole("link", { name: "elsewhere, imported" }).first().click();
  await page.getByRole("button", { name: "Edit name and expiry" }).click();
  await expect(page.getByText("visible to the team Inference only")).toBeVisible();
  await expect(page.getByLabel("Visible to")).toHaveValue(/^[0-9a-f-]{36}$/);
  await page.getByLabel("Visible to").selectOption({ label: "Everyone" });
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("visible to the team Inference only")).toBeHidden();
  await page.getByRole("button", { name: "Edit name and expiry" }).click();
  await page.getByLabel("Visible to").selectOption({ label: "Only the team Inference" });
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("visible to the team Inference only")).toBeVisible();
  await page.goto(`${app.url}/baselines`);
  await expect(page.getByText("(only the team Inference)").first()).toBeVisible();

  await openInteractive(page, `${app.url}/settings/people`);
  await expect(renamed).toContainText("owns 1 deployment, 1 baseline and 0 investigations");
  await page.getByLabel("Team of the new person").selectOption({ label: "Inference" });
  await page.getByRole("button", { name: "Create invitation" }).click();
  await expect(page.getByText("Invitation as viewer in the team Inference")).toBeVisible();
  await renamed.getByRole("button", { name: "Delete" }).click();
  await expect(renamed.getByRole("alert")).toContainText("elsewhere, imported");
  await expect(renamed).toBeVisible();
  await expectNoActionsOfOutsider(browser);
  await expectServiceAccount(page);
});

/** An admin adds a service account with a token, whose changes have its name as their author. */
async function expectServiceAccount(page: Page): Promise<void> {
  await openInteractive(page, `${app.url}/settings/people`);
  await page.getByLabel("Name of the new service account").fill("Deploy robot");
  await page.getByLabel("Role of the service account").selectOption("editor");
  await page.getByLabel("Team of the service account").selectOption({ label: "Inference" });
  await page.getByRole("button", { name: "Add service account" }).click();
  const account = page.getByRole("listitem", { name: "Deploy robot" });
  await expect(account).toContainText("Inference, 0 active tokens, not used yet");
  await account.getByRole("button", { name: "Create token for Deploy robot" }).click();
  await account.getByLabel("Name", { exact: true }).fill("pipeline");
  await account.getByRole("checkbox", { name: /record events/ }).check();
  await expectAccessibleInBothThemes(page);
  await account.getByRole("button", { name: "Create", exact: true }).click();
  const text = await account.getByRole("status", { name: "New token" }).locator("code").innerText();
  await expect(account).toContainText("1 active token, not used yet");

  const created = await fetch(`${app.url}/api/v1/events`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${text}`,
      "content-type": "application/json",
      "idempotency-key": "service-account-event",
    },
    body: JSON.stringify({ kind: "deploy", title: "v2 by the pipeline" }),
  });
  expect(created.status).toBe(201);
  await page.goto(`${app.url}/settings/audit`);
  const change = page.getByRole("listitem").filter({ hasText: "with the token pipeline" });
  await expect(change.first()).toContainText("Deploy robot");

  await page.goto(`${app.url}/settings/tokens`);
  await expect(page.getByRole("listitem", { name: "pipeline" })).toContainText(
    "of the service account Deploy robot",
  );
  await openInteractive(page, `${app.url}/settings/people`);
  await account.getByRole("button", { name: "Remove Deploy robot" }).click();
  await expectAccessibleInBothThemes(page);
  await account.getByRole("button", { name: "Remove service account" }).click();
  await expect(account).toHaveCount(0);
}

async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator("html")).toHaveAttribute("data-theme", colorScheme);
    expect(await findAccessibilityViolations(page), colorScheme).toEqual([]);
  }
}

/** An editor of no team sees why the deployment cannot be changed, in place of its actions. */
async function expectNoActionsOfOutsider(browser: Browser): Promise<void> {
  const context = await browser.newContext();
  await signInNewEditor(app, context, { name: "Grace Hopper", email: "grace@example.com" });
  const page = await context.newPage();
  await page.goto(`${app.url}/settings/deployments`);
  const listed = page.getByRole("list", { name: "Deployments" }).getByRole("listitem");
  const owned = listed.filter({ hasText: "Another team owns this deployment. Ask a member of the team" });
  await expect(owned).toHaveCount(1);
  await expect(owned.getByRole("button", { name: /^(?:Change |Accept)/ })).toHaveCount(0);
  await expect(listed.getByRole("button", { name: /^Change / }).first()).toBeVisible();
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await context.close();
}
