/** Model of the roofline in browser tests. */
import type { Page } from "@playwright/test";
import type { RooflineResponse } from "@/lib/contracts/roofline/roofline";
import { expect } from "./browser-test";
import { openInteractive } from "./open-interactive";

const pagePath = "/roofline?d=chat-70b&from=now-15m";
const patience = { timeout: 60_000 };

/** Selects the served model, because its name in the metrics is an alias. */
export async function chooseModel(page: Page): Promise<void> {
  const endpoint = "/api/v1/roofline?deployment=chat-70b&from=now-15m&to=now";
  const isModelMissing = async (): Promise<boolean | null> => {
    const answer = (await (await page.request.get(endpoint)).json()) as RooflineResponse;
    return answer.state === "answered" ? answer.setting.missing.includes("model") : null;
  };
  await expect.poll(isModelMissing, patience).not.toBeNull();
  if ((await isModelMissing()) === false) return;
  await openInteractive(page, pagePath);
  const inputs = page.getByRole("region", { name: "Inputs" });
  await expect(page.getByRole("heading", { level: 1 })).toContainText("the model", patience);
  await inputs.getByLabel("Model").selectOption("llama-3.1-70b");
  await inputs.getByRole("button", { name: "Save" }).click();
  await expect(inputs.getByRole("row", { name: /^Model/ })).toContainText("chosen by", patience);
}
