/** Pages as the server rendered them, before their scripts run. */
import type { Locator, Page } from "@playwright/test";
import { expect, type Complaints } from "./browser-test";

const scripts = "**/_next/static/chunks/*.js";

/** Blocks external scripts, so that only the document and its inline scripts are shown. */
export async function blockScripts(page: Page, complaints: Complaints): Promise<void> {
  complaints.expectComplaint(/net::ERR_FAILED/);
  complaints.expectComplaint(/preloaded using link preload but not used/);
  await page.route(scripts, (route) => route.abort());
}

export function allowScripts(page: Page): Promise<void> {
  return page.unroute(scripts);
}

/**
 * Opens a page until its document contains the answer. The document contains only answers that the server has in time,
 * and a busy machine may take longer for one of them.
 */
export async function openPageWithAnswer(url: string, answer: Locator): Promise<void> {
  const page = answer.page();
  const isAnswered = async (): Promise<boolean> => {
    await page.goto(url);
    return answer.isVisible();
  };
  await expect.poll(isAnswered, { timeout: 45_000 }).toBe(true);
}
