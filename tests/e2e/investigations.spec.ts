/** Investigations on screen: open one, walk its steps, hypotheses, comments, drafts, conflicts, and failures. */
import { readFileSync } from "node:fs";
import type { Locator, Page, Response } from "@playwright/test";
import { formatCount, formatWithUnit } from "@/lib/format/number";
import { demoAdmin } from "@/lib/model/person";
import type { DisplayUnit, Unit } from "@/lib/model/units";
import { findAccessibilityViolations } from "../support/e2e/axe";
import { expect, test } from "../support/e2e/browser-test";
import { signInDemoAdmin } from "../support/e2e/demo-admin";
import { openInteractive, reloadInteractive } from "../support/e2e/open-interactive";

interface Opened {
  readonly number: number;
}

async function openByApi(page: Page, title: string, severity = 3): Promise<Opened> {
  const response = await page.request.post("/api/v1/investigations", {
    headers: { "idempotency-key": crypto.randomUUID() },
    data: { title, severity, deployments: ["chat-70b"] },
  });
  expect(response.status()).toBe(201);
  return ((await response.json()) as { investigation: Opened }).investigation;
}

const pathOf = ({ number }: Opened): string => `/investigations/INV-${number}`;

const stepForm = (page: Page): Locator => page.getByRole("form", { name: /^Step: / });

const steps = (page: Page): Locator => page.getByRole("list", { name: "Steps" });

const timeline = (page: Page): Locator => page.getByRole("list", { name: "Timeline entries" });

async function expectAccessible(page: Page): Promise<void> {
  for (const [theme, width] of [
    ["light", 1440],
    ["dark", 1440],
    ["dark", 390],
    ["light", 390],
  ] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await page.setViewportSize({ width, height: 900 });
    await expect(page.locator("html")).toHaveAttribute("data-theme", theme);
    expect(await findAccessibilityViolations(page), `${theme}, ${width} wide`).toEqual([]);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, `overflow at ${width}`).toBeLessThanOrEqual(0);
  }
}

test("a person opens an investigation by keyboard, after the advice when to use one", async ({ page }) => {
  await openInteractive(page, "/overview");
  await page.keyboard.press("g");
  await page.keyboard.press("i");
  await expect(page).toHaveURL(/\/investigations/);
  await expect(page.getByRole("search", { name: "Filter investigations" })).toBeVisible();
  await page.keyboard.press("c");
  const dialog = page.getByRole("dialog", { name: "Open an investigation" });
  await expect(dialog.getByRole("region", { name: "Do not open an investigation when" })).toContainText(
    "functional bug",
  );
  await dialog.getByRole("button", { name: "Yes, continue" }).click();
  await dialog.getByRole("button", { name: "Open", exact: true }).click();
  await expect(dialog.getByText("State the symptom.")).toBeVisible();
  await dialog.getByLabel("Title").fill("TTFT p95 of chat-70b doubled");
  await dialog.getByLabel("Severity").selectOption("2");
  await dialog.getByLabel("chat-70b", { exact: true }).check();
  await dialog.getByLabel("Target").selectOption("at-most");
  await dialog.getByLabel("Amount, s").fill("0.5");
  await dialog.getByRole("button", { name: "Open", exact: true }).click();
  await expect(page).toHaveURL(/\/investigations\/INV-\d+$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("TTFT p95 of chat-70b doubled");
  await expect(page.getByRole("region", { name: "Goal and baseline" })).toContainText(
    /TTFT p95 at most 0\.500\s*s/,
  );
  await expect(page.getByRole("main")).toContainText("severity 2");
});

test("the team finishes a step, skips one with a reason, returns twice and refutes a hypothesis, and a reload shows all", async ({
  page,
}) => {
  const opened = await openByApi(page, "Walk through the steps");
  await openInteractive(page, pathOf(opened));
  await expect(page.getByRole("img", { name: /^Step 1 of 7/ })).toBeVisible();
  await stepForm(page).getByLabel("Present value of the goal's signal").fill("TTFT p95 0.9 s, n = 1200");
  await stepForm(page).getByLabel("The baseline covers normal operation").check();
  await stepForm(page).getByRole("button", { name: "Save" }).click();
  await expect(stepForm(page).getByRole("button", { name: "Save" })).toBeFocused();
  const missing = page.getByRole("region", { name: "Missing parts" });
  await expect(missing).not.toContainText("Present value");
  await expect(missing).toContainText("Set the goal of the investigation.");
  await page.getByRole("button", { name: "Finish and go on to step 2" }).click();
  await expect(page.getByRole("group", { name: "Confirm to finish step 1" })).toContainText(
    "3 parts are missing: baseline, goal, “The values that must not worsen are listed, cost included”.",
  );
  await page.getByRole("button", { name: "Finish step 1 without these parts" }).click();
  await expect(page.getByRole("img", { name: /^Step 2 of 7/ })).toBeVisible();
  await expect(page.getByRole("heading", { name: "2. Identify symptoms and scope" })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(stepForm(page).getByLabel("Symptom", { exact: true })).toBeFocused();
  await expect(steps(page).getByRole("button").nth(0)).toContainText("done");
  await page.getByRole("button", { name: "Skip with a reason" }).click();
  const skip = page.getByRole("form", { name: "Skip step 2" });
  await expect(skip).toContainText("Risk: Without a described symptom, the team may search for a problem");
  await skip.getByRole("button", { name: "Skip step 2" }).click();
  await expect(skip.getByText("State the reason.")).toBeVisible();
  await skip.getByLabel("Reason").fill("The scope is known from the incident.");
  await skip.getByRole("button", { name: "Skip step 2" }).click();
  await expect(page.getByRole("heading", { name: "3. Instrument and collect data" })).toBeVisible();
  await page.locator("body").press("1");
  await expect(page.getByRole("heading", { name: "1. Define and measure the baseline" })).toBeVisible();
  await page.getByRole("button", { name: "Go back to step 1" }).click();
  const move = page.getByRole("form", { name: "Move to step 1" });
  await move.getByLabel("Reason").fill("The baseline has too few requests.");
  await move.getByRole("button", { name: "Go back from step 3 to step 1" }).click();
  await expect(page.getByRole("img", { name: /^Step 1 of 7/ })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("img", { name: /^Step 1 of 7/ })).toBeVisible();
  await expect(steps(page).getByRole("button").nth(1)).toContainText(
    "skipped: The scope is known from the incident.",
  );
  await expect(timeline(page)).toContainText("returned from step 3 to step 1: The baseline has too few");
  await expect(timeline(page)).toContainText("skipped step 2: The scope is known from the incident.");
  await expect(page.getByText("TTFT p95 0.9 s, n = 1200").first()).toBeVisible();
  await returnAndRefute(page);
});

/** Continues with step 4, returns a second time, and refutes the hypothesis. */
async function returnAndRefute(page: Page): Promise<void> {
  for (const [key, action, move] of [
    ["4", "Continue with step 4", "Continue from step 1 to step 4"],
    ["3", "Go back to step 3", "Go back from step 4 to step 3"],
  ] as const) {
    await page.locator("body").press(key);
    await page.getByRole("button", { name: action }).click();
    await page.getByRole("button", { name: move }).click();
    await expect(page.getByRole("img", { name: new RegExp(`^Step ${key} of 7`) })).toBeVisible();
  }
  await page.getByRole("button", { name: "Add hypothesis" }).click();
  const form = page.getByRole("form", { name: "Add hypothesis" });
  await form.getByLabel("Statement").fill("The router prefers one instance.");
  await form.getByRole("button", { name: "Add hypothesis" }).click();
  await page.getByLabel("Status of H1").selectOption("refuted");
  await expect(timeline(page)).toContainText("changed H1 from open to refuted");
  await expect(timeline(page).getByRole("listitem").filter({ hasText: "returned from step" })).toHaveCount(2);
}

test("a team adds, ranks and refutes hypotheses with evidence, and comments", async ({ page }) => {
  const opened = await openByApi(page, "Compare hypotheses");
  await openInteractive(page, pathOf(opened));
  for (const statement of [
    "Long prompts fill the KV cache.",
    "The router sends long prompts to one instance.",
  ]) {
    await page.getByRole("button", { name: "Add hypothesis" }).click();
    const form = page.getByRole("form", { name: "Add hypothesis" });
    await form.getByLabel("Statement").fill(statement);
    await form.getByLabel("Layer").selectOption("infrastructure");
    await form.getByLabel("Signal").selectOption("ttft");
    await form.getByLabel("Amount, %").fill("30");
    await form.getByRole("button", { name: "Add hypothesis" }).click();
    await expect(form).toHaveCount(0);
  }
  const list = page.getByRole("list", { name: "Hypotheses" });
  await expect(list.getByRole("listitem", { name: "H1" })).toContainText(/Predicts TTFT p95 30\.0\s*% lower/);
  await page.getByRole("button", { name: "Rank H2 higher" }).click();
  await expect(list.getByRole("listitem", { name: /^H\d$/ }).first()).toContainText("The router sends");
  await page.getByRole("button", { name: "Add note" }).click();
  const note = page.getByRole("form", { name: "Add note" });
  await note.getByLabel("Title").fill("Instances compared");
  await note.getByLabel("Observation").fill("All instances are equally slow.");
  await note
    .getByLabel("Hypothesis")
    .selectOption({ label: "H2: The router sends long prompts to one instance." });
  await note.getByLabel("Direction").selectOption("against");
  await note.getByLabel("Weight").selectOption("strong");
  await note.getByRole("button", { name: "Add note" }).click();
  const second = list.getByRole("listitem", { name: "H2" });
  await expect(second).toContainText("E1 strong");
  await page.getByLabel("Status of H2").selectOption("refuted");
  await expect(timeline(page)).toContainText("changed H2 from open to refuted");
  await page
    .getByLabel("Comment", { exact: true })
    .fill("No preemption on the canary.\nSame again tomorrow?");
  await page.getByRole("button", { name: "Comment", exact: true }).click();
  await expect(timeline(page)).toContainText("Same again tomorrow?");
  await page.getByRole("button", { name: "Comments", exact: true }).click();
  await expect(timeline(page).getByRole("listitem")).toHaveCount(1);
  await page.reload();
  await expect(page.getByLabel("Status of H2")).toHaveValue("refuted");
  await expect(timeline(page)).toContainText("Same again tomorrow?");
  await expectAccessible(page);
});

test("two people edit the same step: the second one sees the conflict and loses nothing", async ({
  page,
  browser,
  complaints,
}) => {
  complaints.expectComplaint(/412/);
  const opened = await openByApi(page, "Edited by two people");
  const path = `${pathOf(opened)}?step=identify-symptoms`;
  await openInteractive(page, path);
  const second = await browser.newContext();
  await signInDemoAdmin(second);
  const other = await second.newPage();
  await openInteractive(other, path);
  await stepForm(page).getByLabel("Symptom", { exact: true }).fill("Slow since the upgrade.");
  await stepForm(other).getByLabel("Symptom", { exact: true }).fill("Slow since Monday.");
  await stepForm(other).getByLabel("Affected traffic").fill("Only batch-import.");
  await stepForm(other).getByRole("button", { name: "Save" }).click();
  await expect(timeline(other)).toContainText("edited step 2");
  await stepForm(page).getByRole("button", { name: "Save" }).click();
  await second.close();
  const conflict = page.getByRole("dialog", { name: `Changed by ${demoAdmin.name}` });
  const row = conflict.getByRole("row").filter({ hasText: "Symptom" });
  await expect(row).toContainText("Slow since the upgrade.");
  await expect(row).toContainText("Slow since Monday.");
  await expect(conflict.getByRole("row").filter({ hasText: "Affected traffic" })).toContainText(
    "not changed",
  );
  await conflict.getByRole("button", { name: "Keep mine" }).click();
  await expect(conflict).toHaveCount(0);
  await expect(timeline(page).getByRole("listitem").filter({ hasText: "edited step 2" })).toHaveCount(2);
  await page.reload();
  await expect(stepForm(page).getByLabel("Symptom", { exact: true })).toHaveValue("Slow since the upgrade.");
  await expect(stepForm(page).getByLabel("Affected traffic")).toHaveValue("Only batch-import.");
});

test("unsaved input of a step is a draft that survives a reload and can be discarded", async ({ page }) => {
  const opened = await openByApi(page, "Drafts");
  await openInteractive(page, `${pathOf(opened)}?step=collect-data`);
  const measured = stepForm(page).getByLabel("Measured data");
  await measured.fill("Queue time of both instances.");
  await expect(page.getByText("Your draft is stored.")).toBeVisible();
  await steps(page).getByRole("button").nth(4).click();
  await expect(page.getByRole("heading", { name: "5. Isolate and reproduce" })).toBeVisible();
  await steps(page).getByRole("button").nth(2).click();
  await expect(measured).toHaveValue("Queue time of both instances.");
  await reloadInteractive(page);
  await expect(measured).toHaveValue("Queue time of both instances.");
  await page.getByRole("button", { name: "Discard draft" }).click();
  await expect(measured).toHaveValue("");
  await expect(page.getByRole("button", { name: "Discard draft" })).toHaveCount(0);
  await page.reload();
  await expect(measured).toHaveValue("");
});

test("the state changes with its conditions, and properties and links are edited", async ({
  page,
  complaints,
}) => {
  complaints.expectComplaint(/Failed to load resource/);
  const opened = await openByApi(page, "States");
  await openInteractive(page, pathOf(opened));
  await page.getByRole("button", { name: "Change state" }).click();
  const form = page.getByRole("form", { name: "Change state" });
  await expect(form).toContainText("The symptom is confirmed");
  await form.getByLabel("New state, now Triage").selectOption("wont-fix");
  await form.getByRole("button", { name: "Change state" }).click();
  await expect(form.getByRole("alert")).toContainText("requires a reason");
  await form.getByLabel("New state, now Triage").selectOption("active");
  await expect(form.getByRole("alert")).toHaveCount(0);
  await form.getByRole("button", { name: "Change state" }).click();
  await expect(form).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Change state" })).toBeFocused();
  await expect(timeline(page)).toContainText("changed the state from Triage to Active");
  await page.getByRole("button", { name: "Edit", exact: true }).first().click();
  const properties = page.getByRole("form", { name: "Edit investigation" });
  await properties.getByLabel("Title").fill("States and properties");
  await properties.getByLabel("Due").fill("2027-01-15");
  await properties.getByLabel("Tags").fill("kv-cache, batch");
  await properties.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("States and properties");
  await expect(page.getByText("due Fri 15 Jan 2027")).toBeVisible();
  await page.getByRole("button", { name: "Add link" }).click();
  const link = page.getByRole("form", { name: "Add link" });
  await link.getByLabel("Title").fill("#4821");
  await link.getByLabel("Address").fill("https://git.example/pull/4821");
  await link.getByRole("button", { name: "Add link" }).click();
  await expect(page.getByRole("link", { name: "#4821" })).toHaveAttribute(
    "href",
    "https://git.example/pull/4821",
  );
  await expect(page.getByRole("button", { name: "Add link" })).toBeFocused();
  await openInteractive(page, "/investigations?find=States+and");
  await page.getByLabel("Tag").fill("kv-ca");
  await expect(page).toHaveURL(/tag=kv-ca/);
  const table = page.getByRole("region", { name: "Investigations, table" });
  await expect(table.getByRole("row").nth(1)).toContainText("States and properties");
});

test("the command palette finds an investigation by number and title, and C opens one from another page", async ({
  page,
}) => {
  const opened = await openByApi(page, "Palette finds this");
  await openInteractive(page, "/overview");
  const search = page.getByRole("combobox", { name: "Search or go to" });
  for (const text of [`INV-${opened.number}`, "palette finds"]) {
    await page.keyboard.press("Control+k");
    await search.fill(text);
    await expect(page.getByRole("option", { name: /Palette finds this/ })).toBeVisible();
    await page.keyboard.press("Escape");
  }
  await page.keyboard.press("c");
  await expect(page.getByRole("dialog", { name: "Open an investigation" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/\/overview/);
  await page.keyboard.press("Control+k");
  await search.fill(`INV-${opened.number}`);
  await page.getByRole("option", { name: /Palette finds this/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Palette finds this");
  await page.locator("body").press("c");
  await expect(page.getByRole("dialog", { name: "Open an investigation" })).toBeVisible();
});

test("the list is filtered, ordered and walked by keyboard, and the board shows columns by state", async ({
  page,
}) => {
  const one = await openByApi(page, "Listed first, with a unique title", 1);
  await openByApi(page, "Listed second, with a unique title", 4);
  await openInteractive(page, "/investigations");
  const table = page.getByRole("region", { name: "Investigations, table" });
  await page.getByLabel("Title or number").fill("with a unique title");
  await expect(page).toHaveURL(/find=with/);
  await expect(table.getByRole("row")).toHaveCount(3);
  await page.getByLabel("Order").selectOption("severity");
  await expect(table.getByRole("row").nth(1)).toContainText("Listed first");
  const severity = page.getByRole("search").getByRole("combobox", { name: "Severity" });
  await severity.selectOption("4");
  await expect(table.getByRole("row")).toHaveCount(2);
  await page.goBack();
  await expect(severity).toHaveValue("");
  await expect(table.getByRole("row")).toHaveCount(3);
  await page.getByRole("button", { name: "Board", exact: true }).click();
  await expect(page).toHaveURL(/layout=board/);
  await expect(page.getByRole("region", { name: "Triage" })).toContainText("Listed second");
  await expectAccessible(page);
  await page.setViewportSize({ width: 1440, height: 1000 });
  await page.getByRole("button", { name: "List", exact: true }).click();
  await expect(table.getByRole("row")).toHaveCount(3);
  await page.getByRole("button", { name: "List", exact: true }).blur();
  await page.keyboard.press("j");
  await expect(page.locator(`[data-investigation="${one.number}"]`)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Listed first, with a unique title");
  await openInteractive(page, "/investigations?find=no-such-investigation");
  await expect(page.getByText("No investigation matches these filters.")).toBeVisible();
});

test("a comment mentions a person, is edited and pinned, and is listed for this person", async ({ page }) => {
  const opened = await openByApi(page, "Mentions and pins");
  await openInteractive(page, pathOf(opened));
  await page.getByRole("combobox", { name: "Mention" }).selectOption({ label: "Demo editor" });
  const comment = page.getByLabel("Comment", { exact: true });
  await expect(comment).toBeFocused();
  await page.keyboard.type("please compare the instances.");
  await expect(comment).toHaveValue("@Demo editor please compare the instances.");
  await page.getByRole("button", { name: "Comment", exact: true }).click();
  const entry = timeline(page).getByRole("listitem").filter({ hasText: "@Demo editor" });
  await entry.getByRole("button", { name: "Edit" }).click();
  const form = page.getByRole("form", { name: "Edit comment" });
  await form.getByLabel("Text").fill("@Demo editor please compare both instances.");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(entry).toContainText("compare both instances.");
  await expect(entry).toContainText("(edited)");
  await entry.getByRole("button", { name: "Pin" }).click();
  await expect(entry).toContainText("(pinned)");
  await page.getByRole("button", { name: "Add an entry with a time" }).click();
  const manual = page.getByRole("form", { name: "Add entry" });
  await manual.getByLabel("What happened").fill("Called the provider.");
  await manual.getByLabel("Time").fill("2026-01-05T10:00:00");
  await manual.getByRole("button", { name: "Add entry" }).click();
  await expect(manual).toHaveCount(0);
  await expect(timeline(page)).toContainText("Called the provider.");
  await page.getByRole("button", { name: "Pinned", exact: true }).click();
  await expect(timeline(page).getByRole("listitem")).toHaveCount(1);
  await expect(timeline(page)).toContainText("compare both instances.");
  await openInteractive(page, "/investigations?layout=for-you");
  const mentions = page.getByRole("region", { name: "Mentions" });
  await expect(mentions).toContainText("compare both instances.");
  await expect(page.getByLabel("Order")).toHaveCount(0);
  await expectAccessible(page);
  await mentions.getByRole("link", { name: /Mentions and pins/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Mentions and pins");
});

test("people take part in roles, own investigations, and relate them", async ({ page }) => {
  const other = await openByApi(page, "The original");
  const opened = await openByApi(page, "People and relations");
  await openInteractive(page, pathOf(opened));
  const people = page.getByRole("region", { name: "People" });
  await people.getByLabel("Add a participant").selectOption({ label: "Demo admin" });
  await people.getByLabel("Role of Demo admin").selectOption("approver");
  await expect(people.getByLabel("Role of Demo admin")).toHaveValue("approver");
  await expect(timeline(page)).toContainText("approver");
  await people.getByRole("button", { name: "Remove Demo admin as participant" }).click();
  await expect(people.getByLabel("Role of Demo admin")).toHaveCount(0);
  await page.getByRole("button", { name: "Edit", exact: true }).first().click();
  const properties = page.getByRole("form", { name: "Edit investigation" });
  await properties.getByLabel("Owner").selectOption({ label: "Demo editor" });
  await properties.getByRole("button", { name: "Save" }).click();
  await expect(people.getByRole("listitem").first()).toContainText("Demo editor");
  await page.getByRole("button", { name: "Add relation" }).click();
  const form = page.getByRole("form", { name: "Add relation" });
  await form.getByLabel("Investigation").fill("the other one");
  await form.getByRole("button", { name: "Add relation" }).click();
  await expect(form.getByText("Enter the number of an investigation")).toBeVisible();
  await form.getByLabel("Investigation").fill(`INV-${other.number}`);
  await form.getByRole("button", { name: "Add relation" }).click();
  const relations = page.getByRole("region", { name: "Related investigations" });
  await expect(relations).toContainText(`Related to INV-${other.number} The original`);
  await openInteractive(page, pathOf(other));
  await relations.getByRole("button", { name: `Remove the relation to INV-${opened.number}` }).click();
  await expect(relations).toContainText("None yet");
  await openInteractive(page, "/investigations?layout=for-you");
  await expect(page.getByRole("region", { name: "Owned by you" })).toContainText("People and relations");
});

test("failures state what to do, and the printed page has no controls", async ({ page, complaints }) => {
  complaints.expectComplaint(/Failed to load resource/);
  await openInteractive(page, "/investigations/INV-999999");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This investigation does not exist.");
  const opened = await openByApi(page, "Printed");
  await openInteractive(page, pathOf(opened));
  await page.route("**/api/v1/investigations/*/comments", (route) => route.abort());
  await page.getByLabel("Comment", { exact: true }).fill("This comment is not lost.");
  await page.getByRole("button", { name: "Comment", exact: true }).click();
  await expect(page.getByRole("form", { name: "Write a comment" }).getByRole("alert")).toContainText(
    "Not saved.",
  );
  await expect(page.getByLabel("Comment", { exact: true })).toHaveValue("This comment is not lost.");
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(
    page.getByRole("main").getByRole("button", { name: /Save|Finish|Add|Comment|Edit|Change/ }),
  ).toHaveCount(0);
});

test("the record is exported as Markdown and JSON", async ({ page }) => {
  const opened = await openByApi(page, "Exported");
  await openInteractive(page, pathOf(opened));
  const markdown = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export Markdown" }).click();
  expect((await markdown).suggestedFilename()).toBe(`inv-${opened.number}.md`);
  expect(readFileSync(await (await markdown).path(), "utf8")).toContain(`# INV-${opened.number} Exported`);
  const json = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export JSON" }).click();
  const document: unknown = JSON.parse(readFileSync(await (await json).path(), "utf8"));
  expect(document).toMatchObject({ schemaVersion: 1, investigation: { title: "Exported" } });
});

test("documents contain the list and one investigation before scripts run", async ({ page, complaints }) => {
  const opened = await openByApi(page, "In the document");
  complaints.expectComplaint(/net::ERR_FAILED/);
  await page.route("**/_next/static/chunks/*.js", (route) => route.abort());
  await page.goto("/investigations");
  await expect(page.getByRole("link", { name: /In the document/ })).toBeVisible();
  await page.goto(pathOf(opened));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("In the document");
});

interface CollectedItem {
  readonly collection: string;
  readonly state: string;
  readonly href: string;
  readonly values: readonly {
    readonly label: string;
    readonly value: number;
    readonly n: number;
    readonly unit: Unit;
    readonly displayUnit: DisplayUnit;
  }[];
}

/** Returns the next response of a step's collected data in which no item is pending. */
async function nextCollected(page: Page): Promise<readonly CollectedItem[]> {
  const isComplete = async (response: Response): Promise<boolean> =>
    response.url().includes("/collections") && !(await response.text()).includes('"state":"pending"');
  const response = await page.waitForResponse(isComplete);
  return ((await response.json()) as { readonly items: readonly CollectedItem[] }).items;
}

test("a step shows the values that the API collects for the window of the symptom", async ({ page }) => {
  const opened = await openByApi(page, "Collect data");
  const edited = await page.request.patch(`/api/v1/investigations/${opened.number}`, {
    headers: { "if-match": '"1"' },
    data: { goal: { kind: "at-most", signal: "ttft", statistic: "p95", value: 0.5 } },
  });
  expect(edited.status()).toBe(200);
  const first = nextCollected(page);
  await openInteractive(page, pathOf(opened));
  const item = (await first).find(({ collection }) => collection === "goal-value");
  const [value] = item?.values ?? [];
  if (item === undefined || value === undefined) throw new Error("the API has no value");
  const collected = page.getByRole("region", { name: "Collected data" });
  await expect(collected).toContainText("From 30 min before the investigation was opened to now.");
  await expect(collected).toContainText("Not available. Choose the baseline of the investigation.");
  const goal = collected.getByRole("region", { name: "Value of the goal's signal, chat-70b", exact: true });
  await expect(goal).toContainText(/Goal: TTFT p95 at most 0\.500\s*s/);
  const row = goal.getByRole("row").nth(1);
  await expect(row).toContainText(formatWithUnit(value.value, value.unit, value.displayUnit));
  await expect(row).toContainText(formatCount(value.n));
  await expect(goal.getByRole("link", { name: /^Open the page/ })).toHaveAttribute("href", item.href);
  await page.locator("body").press("2");
  const instances = collected.getByRole("region", { name: "Values by instance, chat-70b", exact: true });
  await expect(instances.getByRole("row", { name: /chat-70b-0/ })).toBeVisible();
  await expect(
    collected.getByRole("region", {
      name: "Events in the window and the hour before, chat-70b",
      exact: true,
    }),
  ).toContainText("in this window");
  await expectAccessible(page);
});
