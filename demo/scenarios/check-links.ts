// Reads the written objects from the running application, as a visitor does.
import { ScenarioError, type ScenarioLink } from "./scenario";

const answerLimitMs = 10_000;

/** Throws `ScenarioError` if the application does not return an object. */
export async function checkLinks(appUrl: string, links: readonly ScenarioLink[]): Promise<void> {
  for (const { title, endpoint } of links) {
    const status = await readStatus(`${appUrl}${endpoint}`);
    if (status !== 200)
      throw new ScenarioError(`${title}: the application responds with ${status}`, "npm run demo -- status");
  }
}

async function readStatus(url: string): Promise<number | string> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(answerLimitMs) });
    await response.body?.cancel();
    return response.status;
  } catch (error) {
    // fetch throws TypeError for a refused or broken connection and DOMException for a timeout.
    if (error instanceof TypeError || error instanceof DOMException) return error.message;
    throw error;
  }
}
