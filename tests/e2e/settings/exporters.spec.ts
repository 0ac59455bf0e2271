/** Panels of databases and training jobs, and selection of exporter targets. */
import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { findAccessibilityViolations } from "../../support/e2e/axe";
import { expect, test } from "../../support/e2e/browser-test";
import { simulatorUrl } from "../../support/e2e/system";
import { openInteractive } from "@/tests/support/e2e/open-interactive";

const played = ["postgres", "training"] as const;
const added = ["postgres-8b", "ray-training"] as const;

interface Listed {
  readonly id: string;
  readonly title: string;
  readonly version: number;
  readonly attachments: readonly { readonly exporter: string }[];
}

let endpoint: APIRequestContext;

async function listed(): Promise<readonly Listed[]> {
  const answer = (await (await endpoint.get("/api/v1/discovery")).json()) as { deployments: Listed[] };
  return answer.deployments;
}

/**
 * A preview has one point per 30 s and is refetched every 10 s, so values of a new deployment appear within this
 * time.
 */
const firstPoint = { timeout: 60_000 };
const isAdded = ({ title }: Listed): boolean => added.some((one) => one === title);
const soon = { timeout: 60_000 };

test.beforeAll(async ({ playwright, baseURL }) => {
  test.setTimeout(120_000);
  endpoint = await playwright.request.newContext(baseURL === undefined ? {} : { baseURL });
  for (const profile of played) {
    const response = await endpoint.put(`${simulatorUrl()}/profiles/${profile}`);
    expect(response.status()).toBe(200);
  }
  await expect.poll(async () => (await listed()).filter(isAdded).length, soon).toBe(added.length);
  const exportersOf = async (title: string): Promise<readonly string[]> =>
    (await listed()).find((one) => one.title === title)?.attachments.map(({ exporter }) => exporter) ?? [];
  await expect
    .poll(() => exportersOf("postgres-8b"), soon)
    .toEqual(expect.arrayContaining(["postgres", "pgbouncer"]));
});

/** Other specs rely on the discovered deployments. */
test.afterAll(async () => {
  test.setTimeout(120_000);
  for (const profile of played) await endpoint.delete(`${simulatorUrl()}/profiles/${profile}`);
  const left = async (): Promise<readonly string[]> =>
    (await listed())
      .filter((one) => !isAdded(one))
      .flatMap(({ attachments }) => attachments.map(({ exporter }) => exporter))
      .filter((exporter) => exporter === "postgres" || exporter === "pgbouncer");
  await expect.poll(left, soon).toEqual([]);
  for (const { id, version } of (await listed()).filter(isAdded)) {
    const response = await endpoint.patch(`/api/v1/deployments/${id}`, {
      headers: { "if-match": `"${version}"` },
      data: { attachments: null, mappings: null, review: "hidden" },
    });
    expect(response.status()).toBe(200);
  }
  await endpoint.dispose();
});

const panel = (page: Page, title: string): Locator => page.getByRole("region", { name: title, exact: true });

test(
  "shows panels of a feature store's database and of a training job",
  { tag: "@fleet" },
  async ({ page }) => {
    test.setTimeout(240_000);
    await page.goto("/signals?d=postgres-8b&from=now-15m");
    await expect(page.getByRole("heading", { level: 2, name: "Database" })).toBeVisible({ timeout: 60_000 });
    for (const title of [
      "Cache hit ratio",
      "Query and planning time",
      "Database connections",
      "Transactions",
    ]) {
      await panel(page, title).scrollIntoViewIfNeeded();
      await expect(panel(page, title)).toContainText(/\d/, { timeout: 30_000 });
    }
    await page.goto("/signals?d=ray-training&from=now-15m");
    await expect(page.getByRole("heading", { level: 2, name: "Training" })).toBeVisible({ timeout: 60_000 });
    for (const title of ["Batches and samples", "Data and all-reduce wait", "Bus bandwidth"]) {
      await panel(page, title).scrollIntoViewIfNeeded();
      await expect(panel(page, title)).toContainText(/\d/, { timeout: 30_000 });
    }
    await panel(page, "Loss").scrollIntoViewIfNeeded();
    await expect(panel(page, "Loss")).toContainText("Ray does not report the training loss", {
      timeout: 30_000,
    });
    await expect(panel(page, "Loss")).toContainText("in Settings › Deployments or in ridgepoint.yaml");
  },
);

test(
  "offers possible exporter targets, previews them, and shows them after saving",
  { tag: "@fleet" },
  async ({ page }) => {
    test.setTimeout(240_000);
    await openInteractive(page, "/settings/deployments");
    const row = page
      .getByRole("list", { name: "Deployments" })
      .getByRole("listitem", { name: "ray-training", exact: true });
    await expect(row).toBeVisible({ timeout: 60_000 });
    await row.getByRole("button", { name: /^Details of / }).click();
    await expect(row).toContainText(
      /Possible exporter targets\s*2 database services\. The labels of these targets do not identify their deployment/,
      {
        timeout: 30_000,
      },
    );
    await row.getByRole("button", { name: /^Change / }).click();
    await page.getByRole("menuitem", { name: "Edit exporters", exact: true }).click();
    const form = row.getByRole("form", { name: "Exporters of ray-training" });
    const database = form.getByRole("checkbox", { name: /^postgres_exporter/ });
    await expect(database).not.toBeChecked();
    await expect(form.getByRole("group", { name: "Database" })).toContainText(
      "The labels of these targets do not identify their deployment.",
    );
    await database.check();
    await expect(
      form.getByRole("img", { name: /connections, With these exporters over the window/ }),
    ).toBeVisible(firstPoint);
    await form.getByRole("button", { name: "Save exporters" }).click();
    await expect(form).toBeHidden();
    await expect(row).toContainText("edited manually");
    await expect(row).toContainText("postgres_exporter");
    await page.goto("/signals?d=ray-training&from=now-15m");
    await expect(page.getByRole("heading", { level: 2, name: "Database" })).toBeVisible({ timeout: 60_000 });
  },
);

test(
  "maps a custom metric to a signal: reports errors, previews, shows and removes the mapping",
  { tag: "@fleet" },
  async ({ page }) => {
    test.setTimeout(240_000);
    await page.goto("/settings/deployments");
    const row = page
      .getByRole("list", { name: "Deployments" })
      .getByRole("listitem", { name: "ray-training", exact: true });
    await expect(row).toBeVisible({ timeout: 60_000 });
    const edit = async (): Promise<Locator> => {
      await row.getByRole("button", { name: /^Change / }).press("Enter");
      await page.getByRole("menuitem", { name: "Edit mappings", exact: true }).press("Enter");
      return row.getByRole("form", { name: "Mappings of ray-training" });
    };
    const form = await edit();
    await form.getByLabel("Signal").selectOption("train-tokens");
    await form.getByLabel("Metric", { exact: true }).fill("ray_data_iter_batches_total");
    await form.getByLabel("Metric type").selectOption("gauge");
    await expect(form.getByRole("alert")).toContainText("A rate cannot be computed from a gauge");
    await expect(form.getByRole("button", { name: "Save mappings" })).toBeDisabled();
    await form.getByLabel("Metric type").selectOption("counter");
    await expect(form.getByRole("alert")).toBeHidden();
    await expect(
      form.getByRole("img", { name: /^Training tokens, With these mappings over the window/ }),
    ).toBeVisible(firstPoint);
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await form.getByLabel("Metric", { exact: true }).press("Enter");
    await expect(form).toBeHidden();
    const details = row.getByRole("button", { name: "Details" });
    if ((await details.getAttribute("aria-expanded")) !== "true") await details.click();
    await expect(row).toContainText("counter ray_data_iter_batches_total");
    const again = await edit();
    await again.getByRole("button", { name: /^Remove/ }).click();
    await again.getByRole("button", { name: "Save mappings" }).click();
    await expect(again).toBeHidden();
    await expect(row).toContainText(/Mapped metrics\s*none/);
  },
);
