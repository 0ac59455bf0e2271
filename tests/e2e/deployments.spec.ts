import type { Locator, Page } from "@playwright/test";
import { findAccessibilityViolations } from "../support/e2e/axe";
import { expect, test } from "../support/e2e/browser-test";
import { openInteractive } from "@/tests/support/e2e/open-interactive";

const rowOf = (page: Page, title: string): Locator =>
  page.getByRole("list", { name: "Deployments" }).getByRole("listitem", { name: title, exact: true });

async function open(page: Page, title: string): Promise<Locator> {
  await page.goto("/settings/deployments");
  const row = rowOf(page, title);
  await expect(row).toBeVisible({ timeout: 60_000 });
  return row;
}

/** Opens the menu at the end of a row and selects an action. */
async function choose(row: Locator, action: string): Promise<void> {
  await row.getByRole("button", { name: /^Change / }).click();
  await row.page().getByRole("menuitem", { name: action, exact: true }).click();
}

interface Listed {
  readonly id: string;
  readonly title: string;
  readonly version: number;
  readonly mergedInto: unknown;
  readonly discoveredTitle: string;
}

/** Other specs rely on the discovered deployments. */
test.afterEach(async ({ page }) => {
  const { deployments } = (await (await page.request.get("/api/v1/discovery")).json()) as {
    deployments: Listed[];
  };
  for (const { id, version } of deployments) {
    const response = await page.request.patch(`/api/v1/deployments/${id}`, {
      headers: { "if-match": `"${version}"` },
      data: {
        title: null,
        pools: null,
        attachments: null,
        traceServices: null,
        phases: null,
        mergedInto: null,
        review: "proposed",
      },
    });
    expect(response.status()).toBe(200);
  }
});

test("lists discovered deployments with state, engine, servers and exporters", async ({ page }) => {
  const row = await open(page, "code-32b");
  await expect(page.getByRole("heading", { level: 1 })).toContainText(/5 deployments shown/);
  await expect(row).toContainText("proposed");
  await expect(row).toContainText("vLLM");
  await expect(row).toContainText(/Servers\s*[1-9]/);
  await expect(row).toContainText(/TTFT p95\s*[\d.≥]/, { timeout: 30_000 });
  await expect(row).toContainText(/Exporters\s*dcgm-exporter, node_exporter/);
  await row.getByRole("button", { name: /^Details of / }).click();
  await expect(row).toContainText('model_name="code-32b"');
  await expect(row).toContainText(/\d+ of \d+ signals have data/, { timeout: 30_000 });
  await row.getByRole("button", { name: "Accept" }).click();
  await expect(row).toContainText("accepted");
  await page.reload();
  await expect(row).toContainText("accepted");
  expect(await findAccessibilityViolations(page)).toEqual([]);
});

test("shows a new title everywhere and redirects the former link", async ({ page }) => {
  const row = await open(page, "code-32b");
  await choose(row, "Rename");
  await expect(row.getByLabel("Name")).toBeFocused();
  await row.getByLabel("Name").fill("Code assistant");
  await page.keyboard.press("Enter");
  await expect(rowOf(page, "Code assistant")).toBeVisible();
  await page.goto("/overview?from=now-15m");
  const fleet = page.getByRole("table", { name: "Deployments, last five minutes" });
  await expect(fleet.getByRole("link", { name: "Code assistant", exact: true })).toBeVisible({
    timeout: 60_000,
  });
  await expect(fleet.getByRole("link", { name: "code-32b", exact: true })).toBeHidden();
  await page.goto("/signals?d=code-32b&from=now-15m");
  await expect(page).toHaveURL(/d=code-assistant&from=now-15m/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Code assistant", { timeout: 60_000 });
  await expect(page.getByRole("button", { name: "Deployment" })).toContainText("Code assistant");
});

test("previews selectors while they are typed, and reports errors", async ({ page }) => {
  const row = await open(page, "search-30b");
  await choose(row, "Edit selectors");
  const field = row.getByLabel("Selectors", { exact: true });
  await expect(field).toHaveValue(/model_name="search-30b"/);
  const before = row.getByRole("group", { name: "Current values" });
  const after = row.getByRole("group", { name: "With these selectors" });
  await expect(before).toContainText(/Servers\s*[1-9]/, { timeout: 30_000 });
  await expect(before).toContainText(/TTFT p95\s*[\d.≥]/);
  await field.fill('model_name=~"search.*"');
  await expect(row.getByRole("alert")).toContainText("Line 1: model_name=~… is not supported");
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(row.getByRole("button", { name: "Save selectors" })).toBeDisabled();
  await field.fill('model_name="never served"');
  await expect(after).toContainText("match no server", { timeout: 30_000 });
  const held = Promise.withResolvers<undefined>();
  const preview = "**/api/v1/discovery/preview";
  await page.route(preview, async (route) => {
    await held.promise;
    await route.continue();
  });
  await field.fill('model_name="assist-8b"');
  // While the preview is loading, neither a number nor a warning is shown.
  await expect(after).toContainText(/Servers\s*loading/);
  await expect(after.getByRole("img", { name: "TTFT p95, With these selectors: loading" })).toBeVisible();
  await expect(after).not.toContainText("match no server");
  held.resolve(undefined);
  await page.unrouteAll({ behavior: "wait" });
  await expect(after).toContainText(/Servers\s*[1-9]/, { timeout: 30_000 });
  await row.getByRole("button", { name: "Save selectors" }).click();
  await expect(field).toBeHidden();
  await expect(row).toContainText("edited manually");
  await expect(row).toContainText("some of the same series as assist-8b");
  await choose(row, "Edit selectors");
  await row.getByRole("button", { name: "Restore discovered values" }).click();
  await expect(row).not.toContainText("edited manually");
});

test("merges two deployments, redirects both links, and splits them again", async ({ page }) => {
  const row = await open(page, "extract-14b");
  await choose(row, "Merge");
  await row.getByLabel("Merge extract-14b into").selectOption({ label: "assist-8b (vLLM)" });
  await expect(row.getByRole("group", { name: "Merged" })).toContainText(/Servers\s*[2-9]/, {
    timeout: 30_000,
  });
  await row.getByRole("form", { name: "Merge extract-14b" }).getByRole("button", { name: "Merge" }).click();
  await expect(row).toContainText("merged into assist-8b");
  await expect(rowOf(page, "assist-8b")).toContainText("This deployment includes the pools of extract-14b");
  await page.goto("/signals?d=extract-14b&from=now-15m");
  await expect(page).toHaveURL(/d=assist-8b/);
  await openInteractive(page, "/overview?from=now-15m");
  const fleet = page.getByRole("table", { name: "Deployments, last five minutes" });
  await expect(fleet.getByRole("link", { name: "assist-8b", exact: true })).toBeVisible({ timeout: 60_000 });
  await expect(fleet.getByRole("link", { name: "extract-14b", exact: true })).toBeHidden();
  const again = await open(page, "extract-14b");
  await again.getByRole("button", { name: "Split from assist-8b" }).click();
  await choose(again, "Merge");
  await expect(again.getByLabel("Merge extract-14b into")).toBeFocused();
});

test("hides a deployment from overview and pickers, and shows it again", async ({ page }) => {
  const row = await open(page, "extract-14b");
  await choose(row, "Hide");
  await expect(row).toContainText("hidden");
  await page.goto("/overview?from=now-15m");
  const fleet = page.getByRole("table", { name: "Deployments, last five minutes" });
  await expect(fleet.getByRole("link", { name: "assist-8b", exact: true })).toBeVisible({ timeout: 60_000 });
  await expect(fleet.getByRole("link", { name: "extract-14b", exact: true })).toBeHidden();
  await openInteractive(page, "/signals?d=extract-14b&from=now-15m");
  // The server may stream the part a second time, hidden until it is complete.
  const hidden = page.getByText("Hidden from the overview and from menus").filter({ visible: true });
  await expect(hidden).toBeVisible({ timeout: 60_000 });
  const again = await open(page, "extract-14b");
  await again.getByRole("button", { name: "Show again" }).click();
  await expect(again).toContainText("accepted");
});

test("orders trace services and previews phase rules on real requests", async ({ page }) => {
  test.setTimeout(240_000);
  const row = await open(page, "chat-70b");
  await choose(row, "Edit trace services");
  const services = row.getByRole("form", { name: "Trace services of chat-70b" });
  await expect(services).toContainText(/[\d,]+ spans in [\d,]+ requests/, { timeout: 30_000 });
  await services.getByLabel(/^Add a service from /).selectOption({ label: "code-32b (used by code-32b)" });
  await services.getByRole("button", { name: "Add service" }).click();
  await expect(services.getByRole("listitem").last()).toContainText("no matching spans in these requests", {
    timeout: 30_000,
  });
  await services.getByRole("button", { name: "Remove code-32b" }).click();
  await services.getByRole("button", { name: "Move chat-70b up" }).click();
  await services.getByRole("button", { name: "Save trace services" }).click();
  await expect(services).toBeHidden({ timeout: 30_000 });
  await row.getByRole("button", { name: /^Details of / }).click();
  await expect(row).toContainText("chat-70b, chat-70b-gateway. Selected manually");

  await choose(row, "Edit phases");
  const phases = row.getByRole("form", { name: "Phases of chat-70b" });
  const before = phases.getByRole("group", { name: "Current rules" });
  await expect(before).toContainText(/Admission [\d.<]+\s%/, { timeout: 30_000 });
  const rule = phases.getByRole("group", { name: "Rule 1" });
  await rule.getByLabel("Operation").fill("admis*");
  await expect(rule).toContainText(/[\d,]+ spans in [\d,]+ requests, [\d.<]+\s% of the requests’ time/, {
    timeout: 30_000,
  });
  const after = phases.getByRole("group", { name: "With these rules" });
  await expect(after).toContainText(/Other work [\d.<]+\s%/);
  await expect(after).not.toContainText("Admission");
  await phases.getByRole("button", { name: "Save phases" }).click();
  // The form closes when all queries of the deployment have been refetched.
  await expect(phases).toBeHidden({ timeout: 30_000 });
  await expect(row).toContainText("admis* is Other work");
  await choose(row, "Edit phases");
  await expect(before).toContainText(/Other work [\d.<]+\s%/, { timeout: 30_000 });
});
