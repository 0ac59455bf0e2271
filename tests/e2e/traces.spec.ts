import { openTraceList } from "../support/e2e/open-trace-list";
import { expect, test } from "../support/e2e/browser-test";
import { openInteractive } from "@/tests/support/e2e/open-interactive";

test("the newest and slowest traces of a window, with a description of the query", async ({ page }) => {
  await openInteractive(page, "/traces?d=chat-70b&from=now-15m");
  await expect(
    page.getByText(/Queried Jaeger.* for up to 100 traces of chat-70b-gateway.*Received \d+/),
  ).toBeVisible({ timeout: 60_000 });
  await page.getByRole("tab", { name: "Slowest", exact: true }).click();
  await expect(page).toHaveURL(/tab=slowest/);
  await expect(
    page.getByText(/at least [\d,]+\sms long \(lower edge of the bucket with the window's E2E p99\)/),
  ).toBeVisible();
});

test("each cell of a trace row opens the trace, and its text can be selected", async ({ page }) => {
  await openInteractive(page, "/traces?d=chat-70b&from=now-15m");
  const row = page.getByRole("region", { name: "Traces", exact: true }).getByRole("row").nth(2);
  await row.hover({ timeout: 60_000 });
  const middleOf = async (cell: number): Promise<readonly [number, number]> => {
    const box = await row.locator("td").nth(cell).boundingBox();
    if (box === null) throw new Error(`cell ${cell} has no size`);
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const url = page.url();
  await page.mouse.move(...(await middleOf(1)));
  await page.mouse.down();
  await page.mouse.move(...(await middleOf(3)), { steps: 5 });
  await page.mouse.up();
  expect(await page.evaluate(() => document.getSelection()?.toString() ?? "")).toMatch(/\d/);
  expect(page.url()).toBe(url);
  const id = (await row.getByRole("link").getAttribute("aria-label"))?.replace("Trace ", "") ?? "none";
  const opened = page.context().waitForEvent("page");
  await page.mouse.click(...(await middleOf(2)), { button: "middle" });
  await expect(await opened).toHaveURL(new RegExp(`/traces/${id}`));
  await page.mouse.click(...(await middleOf(2)));
  await expect(page).toHaveURL(new RegExp(`/traces/${id}`));
});

test("a panel links to traces sorted by its value", async ({ page }) => {
  await openInteractive(page, "/signals?d=chat-70b&from=now-15m");
  const panel = page.getByRole("region", { name: "Time to first token, TTFT" });
  await expect(panel.locator("canvas")).toBeVisible({ timeout: 60_000 });
  await panel.hover();
  await panel.getByRole("link", { name: /^Traces in this window by / }).click();
  await expect(page).toHaveURL(/tab=first-token/);
  await expect(page.getByText(/Sorted by time to first token: /)).toBeVisible({
    timeout: 30_000,
  });
  const cells = await page.getByRole("row").locator("td:nth-child(4)").allTextContents();
  const seconds = cells.map((text) => Number.parseFloat(text) * (/\bms$/.test(text.trim()) ? 0.001 : 1));
  expect(seconds.length).toBeGreaterThan(10);
  expect(seconds).toEqual(seconds.toSorted((a, b) => b - a));
});

test("rows of a live list do not move under the pointer, and a button shows the new ones", async ({
  page,
}) => {
  await openInteractive(page, "/traces?d=chat-70b&from=now-15m");
  const ids = page.getByRole("region", { name: "Traces" }).getByRole("link", { name: /^Trace / });
  const firstId = async (): Promise<string | null> => ids.first().getAttribute("aria-label");
  await ids.first().hover({ timeout: 60_000 });
  const before = await firstId();
  const button = page.getByRole("button", { name: /^\d+ new traces?$/ });
  await expect(button).toBeVisible({ timeout: 45_000 });
  expect(await firstId()).toBe(before);
  await button.click();
  await expect(button).toBeHidden();
  expect(await firstId()).not.toBe(before);
});

test("rows do not move under a pointer that rested on them before the page's code was loaded", async ({
  page,
}) => {
  let [release, heldScripts] = [() => {}, 0];
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/_next/static/chunks/*.js", async (route) => {
    heldScripts += 1;
    await released;
    await route.continue();
  });
  await page.goto("/traces?d=chat-70b&from=now-15m", { waitUntil: "commit" });
  const first = page.getByRole("link", { name: /^Trace [0-9a-f]{32}$/ }).first();
  await first.hover({ timeout: 60_000 });
  expect(heldScripts).toBeGreaterThan(0);
  const [id, topPx] = [await first.getAttribute("aria-label"), (await first.boundingBox())?.y];
  release();
  await expect(page.getByRole("button", { name: /^\d+ new traces?$/ })).toBeVisible({ timeout: 45_000 });
  await expect(page.getByText(/^Start and duration of [\d,]+ requests/)).toBeVisible();
  expect(await first.getAttribute("aria-label")).toBe(id);
  expect(Math.abs(((await first.boundingBox())?.y ?? 0) - (topPx ?? 0))).toBeLessThan(2);
});

test("a link without a deployment selects the worst deployment", async ({ page }) => {
  await page.goto("/traces?from=now-15m");
  await expect(page).toHaveURL(/d=chat-70b/, { timeout: 60_000 });
});

test("a trace opens as a waterfall with keyboard navigation and its first token", async ({ page }) => {
  await openInteractive(page, "/traces?d=chat-70b&from=now-15m");
  await page
    .getByRole("link", { name: /^Trace [0-9a-f]{32}$/ })
    .first()
    .click();
  const grid = page.getByRole("treegrid", { name: "Spans" });
  await expect(grid.getByRole("row").first()).toContainText("POST /v1/chat/completions");
  await expect(grid).toContainText("llm_request");
  // At 1440 px, the bars have at least half of the width, and no operation name is cut off.
  await page.setViewportSize({ width: 1440, height: 900 });
  const shares = await grid
    .getByRole("row")
    .evaluateAll((rows) =>
      rows.map(
        (row) =>
          (row.lastElementChild?.getBoundingClientRect().width ?? 0) / row.getBoundingClientRect().width,
      ),
    );
  expect(Math.min(...shares)).toBeGreaterThanOrEqual(0.5);
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    const cutNames = await grid
      .locator("span.truncate[title]")
      .evaluateAll((names) =>
        names.filter((name) => name.scrollWidth > name.clientWidth + 1).map(({ textContent }) => textContent),
      );
    expect(cutNames).toEqual([]);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
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

test("an unknown trace and an invalid trace ID are reported", async ({ page, complaints }) => {
  complaints.expectComplaint(/status of 404/);
  await page.goto(`/traces/${"0".repeat(31)}1`);
  await expect(page.getByRole("main").getByRole("alert")).toContainText("has no trace");
  await page.goto("/traces/nonsense");
  await expect(page.getByRole("heading", { name: "Page not found." })).toBeVisible();
});

/** A call to a host whose clock is 60 ms behind, an orphan span, and a large attribute. */
function fileOfTraces(): Buffer {
  const startNs = 1_790_000_000_000_000_000n;
  const span = (spanId: string, name: string, offsetMs: number, lengthMs: number, more: object = {}) => ({
    traceId: "f11e".padStart(32, "0"),
    spanId: spanId.padStart(16, "0"),
    name,
    startTimeUnixNano: String(startNs + BigInt(offsetMs) * 1_000_000n),
    endTimeUnixNano: String(startNs + BigInt(offsetMs + lengthMs) * 1_000_000n),
    ...more,
  });
  const of = (service: string, spans: readonly object[]) => ({
    resource: { attributes: [{ key: "service.name", value: { stringValue: service } }] },
    scopeSpans: [{ spans }],
  });
  const large = [{ key: "text", value: { stringValue: "<script>alert(1)</script>".repeat(80_000) } }];
  const resourceSpans = [
    of("edge", [span("1", "POST /file", 60, 100, { attributes: large })]),
    of("engine", [
      span("2", "called", 0, 40, { parentSpanId: "1".padStart(16, "0") }),
      span("3", "stray", 100, 10, { parentSpanId: "99".padStart(16, "0") }),
    ]),
  ];
  return Buffer.from(JSON.stringify({ resourceSpans }));
}

test("a trace file is opened by keyboard or drop, shown raw or with corrected clocks, and closed", async ({
  page,
}) => {
  await openTraceList(page);
  const button = page.getByRole("button", { name: "Open file" });
  const chooser = page.waitForEvent("filechooser");
  await button.focus();
  await page.keyboard.press("Enter");
  await (await chooser).setFiles({ name: "slow.json", mimeType: "application/json", buffer: fileOfTraces() });
  await expect(
    page.getByText(/slow\.json, OTLP JSON, 1 trace\. The file stays in this page and is not stored\./),
  ).toBeVisible({
    timeout: 30_000,
  });
  const grid = page.getByRole("treegrid", { name: "Spans" });
  await expect(grid.getByRole("row")).toHaveCount(4);
  await expect(grid.getByRole("row").nth(2)).toContainText("missing parent");
  await expect(page.getByRole("complementary", { name: "Span" })).toContainText("<script>alert(1)</script>");
  const corrected = page.getByRole("button", { name: /^Corrected by up to/ });
  await corrected.click();
  await expect(corrected).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByText(/^1 span was shifted so that each call to another host/)).toBeVisible();
  await page.getByRole("button", { name: "Close file" }).click();
  await expect(button).toBeVisible();

  const dropped = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], "dropped.json", { type: "application/json" }));
    return transfer;
  }, fileOfTraces().toString());
  await button.dispatchEvent("drop", { dataTransfer: dropped });
  await expect(page.getByText(/dropped\.json, OTLP JSON/)).toBeVisible({ timeout: 30_000 });
});

test("a file without traces is refused with a reason, and the list stays visible", async ({
  page,
  complaints,
}) => {
  complaints.expectComplaint(/status of 400/);
  await openTraceList(page);
  const input = page.getByLabel("Trace file", { exact: true });
  await input.setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("hello") });
  await expect(page.getByRole("main").getByRole("alert")).toContainText(
    "notes.txt could not be opened: line 1 of the file is not valid JSON or is truncated. Expected a Jaeger JSON or OTLP JSON file.",
  );
  await expect(page.getByRole("tab", { name: "Newest", exact: true })).toBeVisible({ timeout: 60_000 });
});
