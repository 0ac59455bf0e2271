/** Over plain HTTP on a host other than localhost, browsers disable APIs that require a secure context. */
import { expect, test } from "../../support/e2e/browser-test";

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, "clipboard", { get: () => undefined });
    Object.defineProperty(Crypto.prototype, "randomUUID", { value: undefined });
  });
});

test("copies a query and keeps the popover open", async ({ page }) => {
  await page.goto("/signals?d=search-30b&from=now-5m&live=false");
  const panel = page.getByRole("region", { name: "Requests", exact: true });
  await panel.hover();
  await panel.getByRole("button", { name: "Queries of Requests" }).click();
  const peek = page.getByRole("dialog");
  const query = await peek.locator("code").first().textContent();
  await peek.getByRole("button", { name: "Copy query" }).first().click();
  await expect(peek.getByText("Copied")).toBeAttached();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  const search = page.getByRole("combobox", { name: "Search or go to" });
  await search.focus();
  await page.keyboard.press("Control+v");
  await expect(search).toHaveValue(query ?? "");
});

test("adds an event", async ({ page }) => {
  await page.goto("/signals?d=search-30b&from=now-15m");
  await page.getByRole("button", { name: /^Events/ }).click();
  const panel = page.getByRole("dialog", { name: "Events" });
  await panel.getByRole("button", { name: "Add event" }).click();
  await panel.getByLabel("Title").fill("written over plain HTTP");
  await panel.getByRole("button", { name: "Add", exact: true }).click();
  await expect(panel.getByText("The event was added.")).toBeVisible();
});
