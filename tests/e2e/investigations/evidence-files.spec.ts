/** Files as evidence on screen: added by button and by drop, drawn, refused with the reason, and removed. */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../../support/e2e/browser-test";
import { expectAccessible, openInvestigation, postFromPage } from "../../support/e2e/evidence";
import { openInteractive } from "../../support/e2e/open-interactive";

interface SampleFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

const createFile = (name: string, content: string | Buffer): SampleFile => ({
  name,
  mimeType: "application/octet-stream",
  buffer: Buffer.from(content),
});

/** 100 samples: 70 in decode with 40 in attention, and 20 in prefill. */
const stacks = "main 10\nmain;decode 30\nmain;decode;attention 40\nmain;prefill 20\nnot a stack\n";
const repeatedStacks = stacks.repeat(3);

/** A red image of 3 × 2 pixels. */
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAEElEQVR4nGP4z8AAQQxwFgBB0gX7h/C5SAAAAABJRU5ErkJggg==",
  "base64",
);

const chooseFile = (page: Page, file: SampleFile): Promise<void> =>
  page.getByLabel("File to add as evidence").setInputFiles(file);

const itemOf = (page: Page, name: string): Locator => page.getByRole("listitem", { name, exact: true });

async function addFile(page: Page, file: SampleFile): Promise<void> {
  await chooseFile(page, file);
  const form = page.getByRole("form", { name: "Add file" });
  await form.getByRole("button", { name: "Add file" }).click();
  await expect(form).toHaveCount(0);
}

test("a log is added for a hypothesis, searched, downloaded unchanged, and removed", async ({ page }) => {
  const { number } = await openInvestigation(page);
  await postFromPage(page, `investigations/${number}/hypotheses`, {
    statement: "The cache is full.",
    layer: "system",
  });
  await openInteractive(page, `/investigations/INV-${number}`);
  const log = Array.from({ length: 2_000 }, (_, index) =>
    index % 500 === 7
      ? `10:00:${index} WARN preempted request ${index}`
      : `10:00:${index} INFO step ${index}`,
  ).join("\n");
  await chooseFile(page, createFile("engine.log", log));
  const form = page.getByRole("form", { name: "Add file" });
  await expect(form).toContainText(/engine\.log, 4\d\.\d\sKiB/);
  await form.getByLabel("Title").fill("Log of the engine");
  await form.getByLabel("Hypothesis").selectOption({ label: "H1: The cache is full." });
  await expectAccessible(page);
  await form.getByRole("button", { name: "Add file" }).click();
  const item = itemOf(page, "E1");
  await expect(item).toContainText("Log of the engine");
  await expect(item).toContainText("moderate for H1");
  await expect(item).toContainText(`SHA-256 ${createHash("sha256").update(log).digest("hex")}`);

  const region = item.getByRole("region", { name: "Text of E1" });
  await expect(region).toContainText("10:00:0 INFO step 0");
  await expect(item).toContainText("2,000 lines");
  const search = item.getByRole("searchbox", { name: "Search the text of E1" });
  await search.fill("PREEMPTED");
  await expect(item.getByRole("status")).toHaveText("4 lines found.");
  await search.press("Shift+Enter");
  await expect(item.getByRole("status")).toHaveText("4 of 4 lines: line 1,508.");
  await expect(region.locator("[aria-current=true]")).toHaveText(/^1508\s*10:00:1507 WARN preempted/);
  await region.evaluate((element) => element.scrollIntoView());
  await expect(region.locator("[aria-current=true]")).toBeInViewport();
  await expectAccessible(page);

  const downloading = page.waitForEvent("download");
  await item.getByRole("link", { name: "Download file of E1" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe("engine.log");
  expect(await readFile(await download.path(), "utf8")).toBe(log);

  await item.getByRole("button", { name: "Remove E1" }).click();
  const removal = page.getByRole("form", { name: "Remove E1" });
  await removal.getByLabel("Reason").fill("Log of another host");
  await removal.getByRole("button", { name: "Remove permanently" }).click();
  await expect(item).toContainText(/Removed by .*: Log of another host/);
  await expect(item).toContainText(
    `SHA-256 of the content: ${createHash("sha256").update(log).digest("hex")}`,
  );
  await expectAccessible(page);
  await expect(item.getByRole("link", { name: "Download file of E1" })).toHaveCount(0);
});

test("a log of 5 MiB stays responsive: only its visible lines are elements, and the last one is found", async ({
  page,
}) => {
  const { number } = await openInvestigation(page);
  await openInteractive(page, `/investigations/INV-${number}`);
  // 2.6 million lines are higher than a browser can draw at once.
  const content = `${"x\n".repeat(2_621_430)}needle\n`;
  await addFile(page, createFile("huge.log", content));
  const item = itemOf(page, "E1");
  await item.scrollIntoViewIfNeeded();
  await expect(item).toContainText("2,621,431 lines");
  const search = item.getByRole("searchbox", { name: "Search the text of E1" });
  await search.fill("needle");
  await search.press("Enter");
  await expect(item.getByRole("status")).toHaveText("1 of 1 line: line 2,621,431.");
  const region = item.getByRole("region", { name: "Text of E1" });
  await region.evaluate((element) => element.scrollIntoView());
  await expect(region.locator("[aria-current=true]")).toBeInViewport();
  expect(await region.locator("bdi").count()).toBeLessThanOrEqual(21);
  await region.press("Home");
  // All lines before the last one have the same text, so the number shows that the region has scrolled.
  const shownLines = region.locator("[dir=ltr]");
  await expect(shownLines.first()).toHaveText("1x");
  await region.press("End");
  await expect(shownLines.last()).toHaveText("2621431needle");
});

test("collapsed stacks are a flame graph by keyboard, with a search, a table and their text", async ({
  page,
}) => {
  const { number } = await openInvestigation(page);
  await openInteractive(page, `/investigations/INV-${number}`);
  // Nine of ten lines are stacks.
  await addFile(
    page,
    createFile("profile.folded", `${repeatedStacks.replaceAll("not a stack\n", "")}not a stack\n`),
  );
  const item = itemOf(page, "E1");
  await item.scrollIntoViewIfNeeded();
  await expect(item).toContainText("Collapsed stacks");
  await expect(item).toContainText("300 samples in 12 stacks. 1 line is malformed and not included.");
  const graph = item.getByRole("application", { name: /^Flame graph of E1/ });
  const selected = item.getByRole("status").filter({ hasText: "self" });
  await graph.focus();
  await graph.press("ArrowDown");
  await graph.press("ArrowDown");
  await expect(selected).toHaveText(/^decode: 210 samples, 70\.0\s%, self 90$/);
  await graph.press("ArrowRight");
  await expect(selected).toHaveText(/^prefill: 60 samples, 20\.0\s%, self 60$/);
  await graph.press("ArrowLeft");
  await graph.press("Enter");
  await expect(graph.locator("text", { hasText: "prefill" })).toHaveCount(0);
  await expect(item.getByRole("button", { name: "Show all samples" })).toBeVisible();
  await graph.press("Escape");
  await expect(selected).toHaveText(/^main: 300 samples, 100\s%, self 30$/);
  await graph.press("Home");
  await graph.locator("text", { hasText: "prefill" }).locator("xpath=..").click();
  await expect(graph.locator("text", { hasText: "attention" })).toHaveCount(0);
  await item.getByRole("button", { name: "Show all samples" }).click();
  await item.getByRole("searchbox", { name: "Search the frames of E1" }).fill("attention");
  await expect(item.getByText("1 frame, 40.0\u202f% of the samples.")).toBeVisible();
  await expectAccessible(page);
  await item.getByRole("button", { name: "Table", exact: true }).click();
  await expect(item.getByRole("row", { name: /^attention/ })).toContainText(
    /120\s*40\.0\s%\s*120\s*40\.0\s%/,
  );
  await expectAccessible(page);
  await item.getByRole("button", { name: "Text", exact: true }).click();
  await expect(item.getByRole("region", { name: "Text of E1" })).toContainText("main;prefill 20");
});

/** Drops a file on the area for files, as a browser does. */
async function dropFile(page: Page, { name, buffer }: SampleFile): Promise<void> {
  const transfer = await page.evaluateHandle(
    ({ fileName, base64 }) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const data = new DataTransfer();
      data.items.add(new File([bytes], fileName));
      return data;
    },
    { fileName: name, base64: buffer.toString("base64") },
  );
  await page.getByText("or drop it here").dispatchEvent("drop", { dataTransfer: transfer });
}

test("an image is dropped and shown with its size, and a repeated file is stated", async ({ page }) => {
  const { number } = await openInvestigation(page);
  await openInteractive(page, `/investigations/INV-${number}`);
  await dropFile(page, createFile("chart.html", png));
  const form = page.getByRole("form", { name: "Add file" });
  await form.getByRole("button", { name: "Add file" }).click();
  const item = itemOf(page, "E1");
  await item.scrollIntoViewIfNeeded();
  await expect(item).toContainText("PNG image");
  await expect(item).toContainText("3 × 2 pixels");
  const image = item.getByRole("img", { name: "chart.html" });
  await expect(image).toBeVisible();
  await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(3);
  await addFile(page, createFile("copy.png", png));
  await expect(itemOf(page, "E2")).toContainText("Same content as E1");
  await addFile(page, createFile("trace.json", '{"traceEvents":[{"ph":"X","name":"gemm"}]}'));
  await expect(itemOf(page, "E3")).toContainText("Chrome trace");
  await expect(itemOf(page, "E3").getByRole("link", { name: "Download file of E3" })).toBeVisible();
  await expectAccessible(page);
});

test("a file that is too large or of another kind is refused with the reason, and can be replaced", async ({
  page,
  complaints,
}) => {
  complaints.expectComplaint(/status of 400 .*evidence\/files/);
  const { number } = await openInvestigation(page);
  await openInteractive(page, `/investigations/INV-${number}`);
  await chooseFile(page, createFile("large.log", Buffer.alloc(5_242_881, "a")));
  const alert = page.getByRole("alert").filter({ hasText: "large.log" });
  await expect(alert).toHaveText(
    /^large\.log has 5\.00\sMiB \(5,242,881 bytes\), and evidence has at most .* Add the part/,
  );
  await expectAccessible(page);
  await chooseFile(page, createFile("empty.log", ""));
  await expect(page.getByRole("alert").filter({ hasText: "empty" })).toHaveText(/^empty\.log is empty\./);
  await chooseFile(page, createFile("logs.zip", Buffer.from("PK\u0003\u0004\u0014\u0000", "latin1")));
  const form = page.getByRole("form", { name: "Add file" });
  await form.getByRole("button", { name: "Add file" }).click();
  await expect(form.getByRole("alert")).toHaveText(
    /^The file was not added\. The file is a ZIP archive\. Extract it, .* Add UTF-8 text, a PNG/,
  );
  await expectAccessible(page);
  await form.getByRole("button", { name: "Cancel" }).click();
  await chooseFile(page, createFile("page.svg", "<svg xmlns='http://www.w3.org/2000/svg'/>"));
  await form.getByRole("button", { name: "Add file" }).click();
  await expect(form.getByRole("alert")).toContainText("SVG image, which can contain scripts");
  await form.getByRole("button", { name: "Cancel" }).click();
  await addFile(page, createFile("usage.log", "usage 0.98"));
  await expect(itemOf(page, "E1")).toContainText("usage.log");
});
