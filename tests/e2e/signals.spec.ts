import { expect, test } from "../support/e2e/browser-test";
import { queryPromqlInstant, queryPromqlRange, simulatorUrl } from "../support/e2e/system";
import { openInteractive } from "@/tests/support/e2e/open-interactive";

interface SignalsBody {
  readonly panels: readonly {
    readonly key: string;
    readonly state: string;
    readonly answer?: {
      readonly startMs: number;
      readonly stepMs: number;
      readonly pointCount: number;
      readonly queries: readonly { readonly purpose: string; readonly promql: string }[];
      readonly series: readonly { readonly statistic: string; readonly values: readonly (number | null)[] }[];
    };
  }[];
}

test("shows live TTFT and TPOT percentiles", async ({ page }) => {
  await page.goto("/signals?d=chat-70b&from=now-5m");
  const ttft = page.getByRole("region", { name: "Time to first token, TTFT" });
  await expect(ttft).toContainText(/p95 [\d.]+/, { timeout: 60_000 });
  await expect(page.getByRole("region", { name: "Time per output token, TPOT" })).toContainText(/p95 [\d.]+/);
  const chart = ttft.getByRole("application");
  const before = await chart.getAttribute("aria-label");
  await expect(chart).not.toHaveAttribute("aria-label", before ?? "");
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
});

test("shows the same values as PromQL with the displayed query", async ({ page }) => {
  // The comparison needs points that are older than the newest 15 s.
  await expect
    .poll(() => queryPromqlInstant("up offset 1m", Date.now()), { timeout: 60_000 })
    .not.toHaveLength(0);
  const answered = page.waitForResponse(async (response) => {
    if (!response.url().includes("/api/v1/signals")) return false;
    const body = (await response.json()) as SignalsBody;
    return body.panels.some((panel) => panel.key === "requests" && panel.state === "answered");
  });
  await openInteractive(page, "/signals?d=search-30b&from=now-5m&live=false");
  const body = (await (await answered).json()) as SignalsBody;
  const answer = body.panels.find((panel) => panel.key === "requests")!.answer!;
  const query = answer.queries.find((one) => one.purpose === "series")!.promql;
  const panel = page.getByRole("region", { name: "Requests", exact: true });
  await panel.hover();
  await panel.getByRole("button", { name: "Queries of Requests" }).click();
  await expect(page.getByRole("dialog")).toContainText(query);
  const endMs = answer.startMs + (answer.pointCount - 1) * answer.stepMs;
  const [truth] = await queryPromqlRange(query, { startMs: answer.startMs, endMs, stepMs: answer.stepMs });
  const expected = new Map(
    truth?.values.map(([seconds, value]) => [Math.round(seconds * 1000), Number(value)]),
  );
  const values = answer.series[0]!.values;
  // The newest points are not final, because samples may still arrive.
  const settled = values.slice(0, -15);
  let compared = 0;
  for (const [index, value] of settled.entries()) {
    const expectedValue = expected.get(answer.startMs + index * answer.stepMs);
    expect(value === null).toBe(expectedValue === undefined);
    if (value === null || expectedValue === undefined) continue;
    expect(Math.abs(value - expectedValue)).toBeLessThanOrEqual(Math.abs(expectedValue) * 1e-6);
    compared += 1;
  }
  expect(compared).toBeGreaterThan(10);
});

test("shows the requests of a load generator in the charts", async ({ page }) => {
  await page.goto("/signals?d=extract-14b&from=now-5m");
  const requests = page.getByRole("region", { name: "Requests", exact: true });
  await requests.scrollIntoViewIfNeeded();
  await expect(requests.locator("p strong")).toBeVisible({ timeout: 60_000 });
  const rateOf = async (): Promise<number> =>
    Number.parseFloat((await requests.locator("p strong").innerText()).replaceAll(",", ""));
  const before = await rateOf();
  const ask = async (): Promise<void> => {
    const response = await fetch(`${simulatorUrl()}/v1/chat/completions`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        model: "extract-14b",
        max_tokens: 4,
        stream: true,
        messages: [{ role: "user", content: "Where does memory end?" }],
      }),
    });
    expect(response.status).toBe(200);
    expect(await response.text()).toContain("data: [DONE]");
  };
  for (let burst = 0; burst < 15; burst += 1) await Promise.all(Array.from({ length: 40 }, ask));
  // Six hundred requests in the last five minutes are two more per second.
  await expect.poll(rateOf, { timeout: 30_000 }).toBeGreaterThan(before + 1);
});

test("zooms all charts by dragging, and returns with the back button", async ({ page }) => {
  await page.goto("/signals?d=chat-70b&from=now-5m");
  const chart = page.getByRole("region", { name: "Time to first token, TTFT" }).getByRole("application");
  await expect(chart.locator("canvas")).toBeVisible({ timeout: 60_000 });
  const box = (await chart.locator(".u-over").boundingBox())!;
  await page.mouse.move(box.x + box.width * 0.4, box.y + 40);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.8, box.y + 40, { steps: 6 });
  await page.mouse.up();
  await expect(page).toHaveURL(/from=\d{13}&to=\d{13}|to=\d{13}&from=\d{13}/);
  await expect(page.getByText("Fixed window")).toBeVisible();
  await page.getByRole("button", { name: "Back to previous window" }).click();
  await expect(page).toHaveURL(/from=now-5m/);
});

test("shows a panel as a table, and its definition", async ({ page }) => {
  await openInteractive(page, "/signals?d=chat-70b&from=now-5m");
  const panel = page.getByRole("region", { name: "KV cache usage", exact: true });
  await panel.scrollIntoViewIfNeeded();
  await expect(panel).toContainText("over limit", { timeout: 60_000 });
  await panel.hover();
  await panel.getByRole("button", { name: "KV cache usage as a table" }).click();
  await expect(panel.getByRole("table")).toContainText("KV cache");
  await panel.getByRole("button", { name: "Definition of KV cache usage" }).click();
  await expect(page.getByRole("dialog")).toContainText("Share of KV cache blocks in use");
});

test("moves the cursor of a chart with the keyboard", async ({ page }) => {
  await openInteractive(page, "/signals?d=chat-70b&from=now-5m");
  const panel = page.getByRole("region", { name: "Time to first token, TTFT" });
  const chart = panel.getByRole("application");
  await expect(chart.locator("canvas")).toBeVisible({ timeout: 60_000 });
  await chart.focus();
  await page.keyboard.press("ArrowLeft");
  await expect(panel.getByText(/n\s=\s[\d,]+/).last()).toBeVisible();
});

test("opens the worst deployment for a link without one and writes it to the URL", async ({ page }) => {
  await page.goto("/signals?from=now-15m");
  await expect(page).toHaveURL(/d=chat-70b/, { timeout: 60_000 });
});

test("splits signals by instance, matches the sum of PromQL and keeps the split in the link", async ({
  page,
}) => {
  await openInteractive(page, "/signals?d=chat-70b&from=now-15m");
  await page.getByRole("button", { name: "Split by" }).click();
  await page.getByRole("menuitemcheckbox", { name: /^instance/ }).click();
  await expect(page).toHaveURL(/by=instance/);
  const panel = page.getByRole("region", { name: "Running and waiting" });
  await panel.scrollIntoViewIfNeeded();
  await expect(panel).toContainText(/by instance, last 5\smin: .*\d/, { timeout: 30_000 });
  await panel.hover();
  await panel.getByRole("button", { name: "Running and waiting as a table" }).click();
  await expect(panel.getByRole("columnheader").first()).toBeVisible();
  const heads = await panel.getByRole("columnheader").allInnerTexts();
  const instances = (
    await queryPromqlInstant(
      'group by (instance) (vllm:num_requests_running{model_name=~".*chat-70b.*"})',
      Date.now(),
    )
  ).map(({ labels }) => labels["instance"] ?? "");
  expect(instances.length).toBeGreaterThan(1);
  for (const instance of instances) expect(heads).toContain(`${instance}, running`);
  await page.reload();
  await expect(page.getByRole("button", { name: "Split by" })).toContainText("instance");
});
