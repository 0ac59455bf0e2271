/** Waits for a deployment of an app that has just started. */
import type { Page } from "@playwright/test";
import type { DeploymentsResponse } from "@/lib/contracts/deployments";
import { expect } from "./browser-test";

/**
 * Waits until the deployment is found and stored. It is listed before it is stored if PostgreSQL was too busy, and changes
 * that name it are refused until then.
 */
export async function expectStoredDeployment(page: Page, appUrl: string, slug: string): Promise<void> {
  const read = async (): Promise<string> => {
    const response = await page.request.get(`${appUrl}/api/v1/deployments`);
    if (!response.ok()) return `status ${response.status()}`;
    const { deployments, fromMemorySinceMs } = (await response.json()) as DeploymentsResponse;
    if (!deployments.some((one) => one.slug === slug)) return "not found";
    return fromMemorySinceMs === null ? "stored" : "not stored";
  };
  await expect.poll(read, { timeout: 30_000 }).toBe("stored");
}
