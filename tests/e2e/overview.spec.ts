import { expect, test } from "./browser-test";
import { promqlInstant } from "./system";

test("lists the worst deployment first, with the reason why it is in trouble", async ({ page }) => {
  await page.goto("/overview?from=now-15m");
  await expect(page.getByRole("heading", { level: 1 })).toContainText(
    "One of five deployments is in trouble",
    { timeout: 60_000 },
  );
  const rows = page.getByRole("table", { name: "Deployments and their last five minutes" }).getByRole("row");
  const first = rows.filter({ hasText: "chat-70b" });
  await expect(first).toContainText("Trouble");
  await expect(first).toContainText("waited for KV cache");
  for (const name of ["assist-8b", "code-32b", "extract-14b", "search-30b"]) {
    await expect(rows.filter({ hasText: name })).toContainText("Ok");
  }
  await expect(rows.nth(1)).toContainText("chat-70b");
  await expect(page.getByText(/n = [\d,]+ requests/)).toBeVisible();
});

test("the values of a row match direct Prometheus queries", async ({ page }) => {
  const response = page.waitForResponse((answer) => answer.url().includes("/api/v1/overview") && answer.ok());
  await page.goto("/overview?from=now-15m&live=false");
  const body = (await (await response).json()) as {
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
  const [queriedRunning] = await promqlInstant(
    `sum(avg_over_time(vllm:num_requests_running${selector}[300s]))`,
    running.atMs,
  );
  expect(running.value).toBeCloseTo(Number(queriedRunning?.value), 4);
  const name = "vllm:time_to_first_token_seconds";
  const [queriedMean] = await promqlInstant(
    `sum(rate(${name}_sum${selector}[300s])) / sum(rate(${name}_count${selector}[300s]))`,
    ttftMean.atMs,
  );
  expect(ttftMean.value / Number(queriedMean?.value)).toBeCloseTo(1, 5);
});

test("a row links to its signals, a column sorts, and the link contains the order", async ({ page }) => {
  await page.goto("/overview?from=now-15m");
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

test("a row without a known model requests it in its roofline column, which links to the Roofline page", async ({
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

test("on a phone, rows are blocks and nothing is wider than the screen", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/overview?from=now-15m");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("in trouble", { timeout: 60_000 });
  await expect(page.getByText("TTFT p95").first()).toBeVisible();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await expect(
    page.getByRole("navigation", { name: "Rooms" }).getByRole("link", { name: "Signals" }),
  ).toBeVisible();
});
