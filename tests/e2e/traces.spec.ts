import { expect, test } from "./browser-test";

test("the newest and the slowest of a window, with how they were asked for", async ({ page }) => {
  await page.goto("/traces?d=chat-70b&from=now-15m");
  await expect(
    page.getByText(/Asked Jaeger.* for up to 100 traces of chat-70b-gateway.*got \d+/),
  ).toBeVisible({ timeout: 60_000 });
  await page.getByRole("tab", { name: "Slowest" }).click();
  await expect(page).toHaveURL(/tab=slowest/);
  await expect(
    page.getByText(
      /at least [\d,]+\sms long \(the lower edge of the bucket that holds the window's E2E p99\)/,
    ),
  ).toBeVisible();
});

test("one trace is a waterfall that the keyboard walks, with the first token told", async ({ page }) => {
  await page.goto("/traces?d=chat-70b&from=now-15m");
  await page
    .getByRole("link", { name: /^Trace [0-9a-f]{32}$/ })
    .first()
    .click();
  const grid = page.getByRole("treegrid", { name: "Spans" });
  await expect(grid.getByRole("row").first()).toContainText("POST /v1/chat/completions");
  await expect(grid).toContainText("llm_request");
  await grid.focus();
  await page.keyboard.press("ArrowDown");
  await expect(grid.getByRole("row", { selected: true })).toContainText("admission");
  await page.keyboard.press("Home");
  const before = await grid.getByRole("row").count();
  await page.keyboard.press("ArrowLeft");
  await expect(grid.getByRole("row")).toHaveCount(1);
  await page.keyboard.press("ArrowRight");
  await expect(grid.getByRole("row")).toHaveCount(before);
  await expect(page.getByRole("complementary", { name: "Span" })).toContainText("Attributes");
});

test("a trace that is not there says so, and so does a link that is no trace", async ({
  page,
  complaints,
}) => {
  complaints.expectComplaint(/status of 404/);
  await page.goto(`/traces/${"0".repeat(31)}1`);
  await expect(page.getByRole("main").getByRole("alert")).toContainText("has no trace");
  await page.goto("/traces/nonsense");
  await expect(page.getByRole("heading", { name: "There is no such page." })).toBeVisible();
});
