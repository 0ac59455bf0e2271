/** Checks the health and version of every source. A changed version is recorded as an event. */
import { systemPrincipal } from "@/lib/server/principal";
import { checkSource } from "@/lib/services/installation/check-source";
import { recordVersion } from "@/lib/services/installation/record-version";
import { listConfiguredSources } from "@/lib/services/sources/source-state";
import type { Job } from "./job";

/** Job that checks every 15 s whether the sources respond. */
export const checkSourcesJob: Job = {
  name: "check-sources",
  intervalMs: 15_000,
  timeoutMs: 30_000,
  run: async (tickMs) => {
    await Promise.all(
      listConfiguredSources().map(async ({ slug }) => {
        const outcome = await checkSource(slug);
        await recordVersion(systemPrincipal, { slug, outcome, observedBy: `check-sources ${tickMs}` });
      }),
    );
  },
};
