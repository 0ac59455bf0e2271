/** Prints the link that adds the first admin, while no person exists. */
import { isAppError } from "@/lib/model/app-error";
import { readEnvironment } from "@/lib/server/environment/env";
import { getLogger } from "@/lib/server/logger";
import { isServerLocal } from "@/lib/server/sessions/local-operator";
import { createSetupLink, setupLinkHours } from "@/lib/services/people/create-setup-link";

/**
 * Prints the link with which the first admin sets up Ridgepoint to standard output, so that no log contains
 * it. Prints nothing for a demo or a development server that only this machine can reach.
 */
export async function printSetupLink(): Promise<void> {
  const { isDemo } = readEnvironment();
  const isLocal = isServerLocal();
  if (isLocal && (isDemo || process.env.NODE_ENV !== "production")) return;
  try {
    const link = await createSetupLink();
    if (link === undefined) return;
    const state = isLocal
      ? "Until then, no sign-in is needed on this machine"
      : "Until then, sign-in is not possible";
    process.stdout.write(
      `To add the first admin, open ${link}\nThe link can be used once within ${setupLinkHours} h. ${state}.\n`,
    );
  } catch (error) {
    if (!isAppError(error)) throw error;
    getLogger().warn({ error }, "the setup link could not be stored. Restart Ridgepoint to get one");
  }
}
