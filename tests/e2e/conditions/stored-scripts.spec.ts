/** 500 texts that contain scripts, in every field that people and programs fill, are shown as text on every page. */
import { expect, test } from "../../support/e2e/browser-test";
import { startEmptyApp, type EmptyApp } from "../../support/e2e/empty-app";
import { addFirstAdmin } from "../../support/e2e/first-admin";
import { waitForAllResponses } from "../../support/e2e/open-interactive";
import { findExecutableElements, scriptPayloads } from "../../support/e2e/script-payloads";
import {
  storePayloadBaseline,
  storePayloadEvents,
  storePayloadInvestigation,
  storePayloadSettings,
  renamePeopleToPayloads,
} from "../../support/e2e/stored-payloads";

let app: EmptyApp;

test.beforeAll(async () => {
  test.setTimeout(240_000);
  app = await startEmptyApp("stored-scripts", {
    RIDGEPOINT_WEBHOOK_HOSTS: "127.0.0.1:9",
    RIDGEPOINT_SECRET_KEY: "a-secret-key-of-this-test-0123456789",
  });
});
test.afterAll(async () => {
  await app.stop();
});

test("scripts in stored texts never run", async ({ page }) => {
  test.setTimeout(120_000);
  expect(new Set(scriptPayloads).size).toBe(500);
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
      // oxlint-disable-next-line no-console -- errors of the console fail the test
      console.error(`content security policy: ${violatedDirective} ${blockedURI}`);
    });
  });
  await addFirstAdmin(app, page.context());
  await renamePeopleToPayloads(app.databaseUrl);
  const visit = { page, url: app.url };
  const teamId = await storePayloadSettings(visit);
  await storePayloadEvents(visit);
  const baseline = await storePayloadBaseline(visit);
  const number = await storePayloadInvestigation(visit, teamId);
  // The name of the person is part of the frame of every page. Other payloads are in the main part.
  for (const [path, part] of [
    ["/overview", "body"],
    ["/signals", "body"],
    ["/baselines", "main"],
    [`/baselines/${baseline}`, "main"],
    ["/investigations", "main"],
    [`/investigations/INV-${number}`, "main"],
    [`/investigations/INV-${number}/report`, "body"],
    ["/settings/people", "main"],
    ["/settings/tokens", "main"],
    ["/settings/templates", "main"],
    ["/settings/webhooks", "main"],
    ["/settings/audit", "main"],
    ["/settings/profile", "body"],
  ] as const) {
    await page.goto(`${app.url}${path}`);
    await expect(page.locator(part), path).toContainText("alert(1)");
    await waitForAllResponses(page);
    expect(await page.evaluate(findExecutableElements), path).toEqual([]);
  }
});
