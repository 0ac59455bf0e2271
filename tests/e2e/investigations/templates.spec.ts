/** Templates of investigations: create one in the settings, open an investigation with it, and failures. */
import type { Locator, Page } from "@playwright/test";
import { findAccessibilityViolations } from "../../support/e2e/axe";
import { expect, test } from "../../support/e2e/browser-test";
import { openInteractive } from "../../support/e2e/open-interactive";

interface Template {
  readonly id: string;
  readonly version: number;
}

const path = "/api/v1/investigations/templates";

async function createByApi(page: Page, body: object): Promise<Template> {
  const headers = { "idempotency-key": crypto.randomUUID() };
  const response = await page.request.post(path, { headers, data: body });
  expect(response.status()).toBe(201);
  return ((await response.json()) as { template: Template }).template;
}

async function deleteByApi(page: Page, { id, version }: Template): Promise<void> {
  const headers = { "if-match": `"${version}"` };
  const response = await page.request.delete(`${path}/${id}`, { headers, data: {} });
  expect(response.status()).toBe(200);
}

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
  await page.setViewportSize({ width: 1440, height: 900 });
}

async function openDialog(page: Page): Promise<Locator> {
  await openInteractive(page, "/investigations");
  await page.getByRole("button", { name: "Open investigation" }).click();
  const dialog = page.getByRole("dialog", { name: "Open an investigation" });
  await dialog.getByRole("button", { name: "Yes, continue" }).click();
  await expect(dialog.getByLabel("Title")).toBeVisible();
  return dialog;
}

test("an editor creates a template with a title, a goal, fields and a checklist, and deletes it", async ({
  page,
}) => {
  await openInteractive(page, "/settings/templates");
  await page.getByRole("button", { name: "New template" }).click();
  const form = page.getByRole("form", { name: "New template" });
  await form.getByRole("button", { name: "Create template" }).click();
  await expect(form.getByText("Name the template.")).toBeVisible();
  await form.getByLabel("Name").fill("Slow first tokens");
  await form.getByLabel("Title of the investigation").fill("TTFT of a deployment is high");
  await form.getByLabel("Severity").selectOption("2");
  await form.getByLabel("Target").selectOption("at-most");
  await form.getByLabel("Amount, s").fill("0.5");
  await form.getByText("Step 2: Identify symptoms and scope").click();
  await form.getByLabel("Affected traffic").fill("Interactive traffic only");
  const items = form.getByLabel("Further checklist items of step 2");
  await items.fill("The router was checked.\nThe router was checked.");
  await form.getByRole("button", { name: "Create template" }).click();
  await expect(form.getByText("“The router was checked.” is entered twice.")).toBeVisible();
  await expectAccessible(page);
  await items.fill("The router was checked.");
  await form.getByRole("button", { name: "Create template" }).click();
  const row = page.getByRole("listitem", { name: "Slow first tokens" });
  await expect(row).toContainText("severity 2, with a goal, 1 field, 1 checklist item");
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Delete Slow first tokens" }).click();
  await page.getByRole("button", { name: "Delete template" }).click();
  await expect(row).toHaveCount(0);
});

test("an investigation starts with the title, goal, fields and checklist of the template", async ({
  page,
}) => {
  const template = await createByApi(page, {
    name: "Slow tokens",
    title: "TTFT of a deployment is high",
    severity: 2,
    goal: { kind: "at-most", signal: "ttft", statistic: "p95", value: 0.5 },
    steps: {
      "identify-symptoms": {
        answers: { scope: "Interactive traffic only" },
        items: ["The router was checked."],
      },
    },
  });
  const dialog = await openDialog(page);
  await dialog.getByLabel("Template").selectOption({ label: "Slow tokens" });
  await expect(dialog.getByLabel("Title")).toHaveValue("TTFT of a deployment is high");
  await expect(dialog.getByLabel("Severity")).toHaveValue("2");
  await expect(dialog.getByLabel("Amount, s")).toHaveValue("0.5");
  await expect(dialog).toContainText("and step 2.");
  await dialog.getByLabel("Title").fill("TTFT of chat-70b is high");
  await dialog.getByLabel("Template").selectOption({ label: "No template" });
  await expect(dialog.getByLabel("Target")).toHaveValue("none");
  await expect(dialog.getByLabel("Title")).toHaveValue("TTFT of chat-70b is high");
  await dialog.getByLabel("Template").selectOption({ label: "Slow tokens" });
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Open", exact: true }).click();
  await expect(page).toHaveURL(/\/investigations\/INV-\d+$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("TTFT of chat-70b is high");
  await expect(page.getByRole("list", { name: "Timeline entries" })).toContainText(
    "with the template “Slow tokens”",
  );
  await page.getByRole("list", { name: "Steps" }).getByRole("button").nth(1).click();
  const step = page.getByRole("form", { name: /^Step: / });
  await expect(step.getByLabel("Affected traffic")).toHaveValue("Interactive traffic only");
  await expect(page.getByRole("region", { name: "Missing parts" })).toContainText(
    "Not ticked: The router was checked.",
  );
  await step.getByLabel("The router was checked.").check();
  await step.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("region", { name: "Missing parts" })).not.toContainText("The router");
  await deleteByApi(page, template);
});

test("a person sees both versions of a template that another person edited meanwhile", async ({
  page,
  complaints,
}) => {
  complaints.expectComplaint(/status of 412/);
  const template = await createByApi(page, { name: "Edited twice" });
  await openInteractive(page, "/settings/templates");
  await page.getByRole("button", { name: "Edit Edited twice" }).click();
  const form = page.getByRole("form", { name: "Edit Edited twice" });
  await form.getByLabel("Tags").fill("ttft");
  const headers = { "if-match": `"${template.version}"` };
  const data = { name: "Edited twice", title: "Title of another person" };
  const edited = await page.request.patch(`${path}/${template.id}`, { headers, data });
  expect(edited.status()).toBe(200);
  await form.getByRole("button", { name: "Save template" }).click();
  const conflict = page.getByRole("dialog");
  await expect(conflict).toContainText("ttft");
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await conflict.getByRole("button", { name: "Keep this input" }).click();
  await expect(form).toHaveCount(0);
  await expect(page.getByRole("listitem", { name: "Edited twice" })).toContainText(
    "“Title of another person”",
  );
  const { templates } = (await (await page.request.get(path)).json()) as {
    templates: readonly (Template & { readonly tags: readonly string[] })[];
  };
  const saved = templates.find(({ id }) => id === template.id);
  expect(saved?.tags).toEqual(["ttft"]);
  await deleteByApi(page, { id: template.id, version: saved?.version ?? 0 });
});

test("a template that was deleted meanwhile is refused at its field, and loses no input", async ({
  page,
  complaints,
}) => {
  complaints.expectComplaint(/status of 400/);
  complaints.expectComplaint(/status of 404/);
  const template = await createByApi(page, { name: "Deleted meanwhile", title: "Title of the template" });
  const dialog = await openDialog(page);
  await dialog.getByLabel("Template").selectOption({ label: "Deleted meanwhile" });
  await deleteByApi(page, template);
  await dialog.getByRole("button", { name: "Open", exact: true }).click();
  await expect(dialog.getByText("This template does not exist. It may have been deleted.")).toBeVisible();
  await expect(dialog.getByLabel("Title")).toHaveValue("Title of the template");
  await dialog.getByLabel("Template").selectOption({ label: "No template" });
  await dialog.getByLabel("Title").fill("Opened without the template");
  await dialog.getByRole("button", { name: "Open", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Opened without the template");

  const second = await createByApi(page, { name: "Deleted in the form" });
  await openInteractive(page, "/settings/templates");
  await page.getByRole("button", { name: "Edit Deleted in the form" }).click();
  const form = page.getByRole("form", { name: "Edit Deleted in the form" });
  await form.getByLabel("Title of the investigation").fill("Input that stays");
  await deleteByApi(page, second);
  await form.getByRole("button", { name: "Save template" }).click();
  await expect(form.getByText("this template does not exist", { exact: false })).toBeVisible();
  await expect(form.getByLabel("Title of the investigation")).toHaveValue("Input that stays");
});
