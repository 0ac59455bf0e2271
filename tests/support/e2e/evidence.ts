/** Investigations and their evidence in browser tests. */
import type { Page } from "@playwright/test";
import type { TracesResponse } from "@/lib/contracts/traces/traces";
import { findAccessibilityViolations } from "./axe";
import { expect } from "./browser-test";

/** A window whose traces have all arrived, so that a copy need not wait for them. */
export const endedRange = "from=now-15m&to=now-75s";

/** Waits until the ended window contains requests of chat-70b, which takes a minute after the start of the system. */
export async function waitForEndedRequests(page: Page): Promise<void> {
  const count = async (): Promise<number> => {
    const answer = await page.request.get(`/api/v1/traces?deployment=chat-70b&${endedRange}`);
    const { newest } = (await answer.json()) as TracesResponse;
    return newest?.traces.length ?? 0;
  };
  await expect.poll(count, { timeout: 150_000 }).toBeGreaterThan(50);
}

/** Adds an object with the endpoint at `path`. Returns the response. */
export async function postFromPage(page: Page, path: string, data: object): Promise<unknown> {
  const headers = { "idempotency-key": crypto.randomUUID() };
  const response = await page.request.post(`/api/v1/${path}`, { headers, data });
  expect(response.status()).toBe(201);
  return response.json();
}

/** Opens an investigation of chat-70b with a title that no other one has. */
export async function openInvestigation(
  page: Page,
): Promise<{ readonly number: number; readonly title: string }> {
  const title = `Slow first tokens ${crypto.randomUUID().slice(0, 8)}`;
  const opened = (await postFromPage(page, "investigations", { title, deployments: ["chat-70b"] })) as {
    readonly investigation: { readonly number: number };
  };
  return { title, number: opened.investigation.number };
}

interface KeepOptions {
  /** Ticks the choice to store the text of prompts and completions. */
  readonly includesPromptText?: boolean;
  /** Name of the button on a page with several buttons. */
  readonly buttonName?: string;
  /** True if the button was chosen already. */
  readonly isDialogOpen?: boolean;
}

/** Keeps the answer of the open page in the investigation with the title. Returns when the server has added it. */
export async function keepAnswerAsEvidence(
  page: Page,
  title: string,
  evidenceName: string,
  { includesPromptText = false, buttonName = "Keep as evidence", isDialogOpen = false }: KeepOptions = {},
): Promise<void> {
  if (!isDialogOpen)
    await page.getByRole("button", { name: buttonName, exact: true }).click({ timeout: 60_000 });
  const dialog = page.getByRole("dialog", { name: "Keep as evidence" });
  await dialog.getByLabel("Find by title or number").fill(title);
  const choice = dialog.getByRole("combobox", { name: "Investigation", exact: true });
  await expect(choice.locator("option")).toHaveCount(1);
  if (includesPromptText) await dialog.getByLabel("Include the text of prompts and completions").check();
  await dialog.getByRole("form", { name: "Keep as evidence" }).getByRole("button", { name: "Keep" }).click();
  await expect(dialog.getByRole("status")).toContainText(`Added as ${evidenceName} of `);
}

/** Waits until the server has stored the answer of the first piece of evidence. Returns its id. */
export async function waitUntilEvidenceStored(page: Page, number: number): Promise<string> {
  const read = async () => {
    const answer = await page.request.get(`/api/v1/investigations/${number}`);
    const { evidence } = (await answer.json()) as {
      readonly evidence: readonly { readonly id: string; readonly answer: { readonly state: string } }[];
    };
    return evidence[0];
  };
  await expect.poll(async () => (await read())?.answer.state, { timeout: 90_000 }).toBe("ready");
  return (await read())?.id ?? "";
}

/**
 * Expects no violation of accessibility in either theme. Scrolls up first, because a control that the page frame covers
 * counts as too small a target.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await page.locator("h1").evaluate((heading) => heading.scrollIntoView());
  for (const theme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await expect(page.locator("html")).toHaveAttribute("data-theme", theme);
    expect(await findAccessibilityViolations(page), theme).toEqual([]);
  }
}

/** Opens an investigation from the open page and keeps its answer as the first evidence. Follows the link to it. */
export async function openInvestigationFromPage(page: Page, title: string): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Open an investigation" }).click();
  await dialog.getByRole("button", { name: "Yes, continue" }).click();
  const form = dialog.getByRole("form", { name: "Open investigation" });
  await form.getByLabel("Title").fill(title);
  await form.getByRole("button", { name: "Open", exact: true }).click();
  await expect(dialog.getByRole("combobox", { name: "Investigation", exact: true })).toContainText(title);
  await dialog.getByRole("form", { name: "Keep as evidence" }).getByRole("button", { name: "Keep" }).click();
  await expect(dialog.getByRole("status")).toContainText("Added as E1 of ");
  await dialog.getByRole("status").getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
}

/** Expects that the investigation names the page from which it was opened, with the link to it. */
export async function expectOriginPage(page: Page, kind: string, href: RegExp): Promise<void> {
  const dates = page.getByRole("region", { name: /^Dates/ });
  await expect(dates.getByRole("link", { name: `a ${kind}`, exact: true })).toHaveAttribute("href", href);
}
