import { expect, test } from "../support/e2e/browser-test";
import { queryPromqlInstant } from "../support/e2e/system";
import { openInteractive } from "@/tests/support/e2e/open-interactive";

test("lists the deployments worst first, with the cause", async ({ page }) => {
  await page.goto("/overview?from=now-15m");
  await expect(page.getByRole("heading", { level: 1 })).toContainText(
    "One of five deployments is in trouble",
    { timeout: 60_000 },
  );
  const rows = page.getByRole("table", { name: "Deployments, last five minutes" }).getByRole("row");
  const first = rows.filter({ hasText: "chat-70b" });
  await expect(first).toContainText("KV pressure");
  await expect(first).toContainText("waiting for space in the KV cache");
  for (const name of ["assist-8b", "code-32b", "extract-14b", "search-30b"]) {
    await expect(rows.filter({ hasText: name })).toContainText("OK");
  }
  await expect(rows.nth(1)).toContainText("chat-70b");
  await expect(page.getByText(/n = [\d,]+ requests/)).toBeVisible();
});

test("shows the values that Prometheus returns", async ({ page }) => {
  const response = await page.request.get("/api/v1/overview?from=now-15m");
  const body = (await response.json()) as {
    deployments: {
      slug: string;
      state: string;
      readings: { running: { value: number; atMs: number }; ttftMean: { value: number; atMs: number } };
    }[];
  };
  const row = body.deployments.find((one) => one.slug === "search-30b" && one.state === "judged");
  expect(row).toBeDefined();
  const { running, ttftMean } = row!.readings;
  const selector = '{model_name="search-30b"}';
  const [expectedRunning] = await queryPromqlInstant(
    `sum(avg_over_time(vllm:num_requests_running${selector}[300s]))`,
    running.atMs,
  );
  expect(running.value).toBeCloseTo(Number(expectedRunning?.value), 4);
  const name = "vllm:time_to_first_token_seconds";
  const [expectedMean] = await queryPromqlInstant(
    `sum(rate(${name}_sum${selector}[300s])) / sum(rate(${name}_count${selector}[300s]))`,
    ttftMean.atMs,
  );
  expect(ttftMean.value / Number(expectedMean?.value)).toBeCloseTo(1, 5);
});

test("links rows to signals, sorts by column, and stores the order in the URL", async ({ page }) => {
  await openInteractive(page, "/overview?from=now-15m");
  await page
    .getByRole("columnheader", { name: /Deployment/ })
    .getByRole("button")
    .click();
  await expect(page).toHaveURL(/sort=name/);
  const rows = page.getByRole("table").getByRole("row");
  await expect(rows.nth(1)).toContainText("assist-8b");
  await page.getByRole("table").getByRole("link", { name: "code-32b", exact: true }).click();
  await expect(page).toHaveURL(/\/signals\?d=code-32b/);
});

test("states since when a problem exists, and links the traces or the panel to look at next", async ({
  page,
}) => {
  await openInteractive(page, "/overview?from=now-15m");
  const row = page.getByRole("table").getByRole("row").filter({ hasText: "chat-70b" });
  await expect(row).toContainText(/In this state (?:since \d\d:\d\d UTC|for at least \d+)/, {
    timeout: 60_000,
  });
  await row.getByRole("link", { name: /^prompt length/ }).click();
  await expect(page).toHaveURL(/\/signals\?d=chat-70b&from=now-\d+m#signal-prompt-length$/);
  await expect(page.getByRole("region", { name: "Prompt length" })).toBeInViewport();
  await expect(page.getByText(/In this state (?:since|for at least)/)).toBeVisible();
});

test("opens the panel of a number, from a row and from the headline of a deployment", async ({ page }) => {
  await openInteractive(page, "/overview?from=now-15m");
  const row = page.getByRole("table").getByRole("row").filter({ hasText: "assist-8b" });
  await row
    .getByRole("link", { name: /^\d[\d.]*\s%$/ })
    .first()
    .click({ timeout: 60_000 });
  await expect(page).toHaveURL(/\/signals\?d=assist-8b&from=now-15m#signal-kv-usage$/);
  await expect(page.getByRole("region", { name: "KV cache usage" })).toBeInViewport();
  const heading = page.getByRole("heading", { level: 1 });
  await heading.getByRole("link").first().click();
  await expect(page).toHaveURL(/#signal-ttft$/);
  await expect(page.getByRole("region", { name: "Time to first token, TTFT" })).toBeInViewport();
});

test("marks a value outside its usual range, and states the range", async ({ page }) => {
  // The usual range needs weeks of history, which this system does not have.
  await page.route("**/api/v1/usual-ranges", async (route) => {
    const { series } = route.request().postDataJSON() as { readonly series: readonly object[] };
    const range = { kind: "usual", n: 30, scale: "linear", lower: 900, centre: 950, upper: 1_000 };
    const known = { state: "known", unit: "seconds", excludedHourCount: 0, missingHourCount: 0 };
    await route.fulfill({
      json: { ranges: series.map(() => ({ ...known, hours: [{ startMs: 0, range }] })) },
    });
  });
  await page.goto("/overview?from=now-15m");
  const row = page.getByRole("table").getByRole("row").filter({ hasText: "assist-8b" });
  await expect(row.getByTitle(/^outside the usual range 900–1,000\s?s$/)).toBeVisible({ timeout: 60_000 });
  await expect(row.getByText(/outside the usual range 900–1,000\s?requests/)).toBeAttached();
});

test("shows the missing model in the roofline line of a row, with a link to the Roofline page", async ({
  page,
}) => {
  await page.goto("/overview?from=now-15m");
  const rows = page.getByRole("table").getByRole("row");
  const known = rows.filter({ hasText: "assist-8b" });
  await expect(known).toContainText("To compute operating points, set the model.", {
    timeout: 60_000,
  });
  await known.getByRole("link", { name: "Roofline of assist-8b" }).click();
  await expect(page).toHaveURL(/\/roofline\?d=assist-8b/);
});

test("shows rows as blocks on a phone, within the screen width", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/overview?from=now-15m");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("in trouble", { timeout: 60_000 });
  await expect(page.getByText("TTFT p95").first()).toBeVisible();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await expect(
    page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Signals" }),
  ).toBeVisible();
});
