// The scenario that the demo starts with. It has four investigations: one at step 4, one that was just opened from a gate
// run, one with a running experiment, and one that was resolved after a relapse.
import { investigationName } from "@/lib/model/investigation/investigation";
import type { Scenario, ScenarioLink } from "../scenario";
import type { EndpointCaller } from "../writing/call-endpoint";
import { createDemoCallers } from "../writing/demo-callers";
import { hostInvestigationTag, writeHostInvestigation } from "../experiments/host-experiment";
import { relapseInvestigationTag, writeRelapseInvestigation } from "../relapse/relapse-investigation";
import {
  checkGateInvestigation,
  checkHostInvestigation,
  checkRelapseInvestigation,
  checkReleaseInvestigation,
} from "./check-investigations";
import { findInvestigation } from "./find-investigation";
import { gateInvestigationTag, openGateInvestigation } from "./gate-investigation";
import { releaseInvestigationTag, writeReleaseInvestigation } from "./release-investigation";

export const investigationsScenario: Scenario = {
  name: "investigations",
  summary:
    "an investigation of the slow release of code-32b, one opened from a gate run of chat-70b, a running experiment on assist-8b, and a resolved relapse of search-30b",
  write: async ({ scenarioStartMs, log }) => {
    const callers = await createDemoCallers();
    const { editor } = callers;
    const releaseNumber = await findOrWrite(editor, {
      tag: releaseInvestigationTag,
      write: () => writeReleaseInvestigation(callers, scenarioStartMs),
      check: checkReleaseInvestigation,
      log,
    });
    const gateNumber = await findOrWrite(editor, {
      tag: gateInvestigationTag,
      write: () => openGateInvestigation(callers, scenarioStartMs),
      check: checkGateInvestigation,
      log,
    });
    const hostNumber = await findOrWrite(editor, {
      tag: hostInvestigationTag,
      write: () => writeHostInvestigation(callers, scenarioStartMs),
      check: checkHostInvestigation,
      log,
    });
    const relapseNumber = await findOrWrite(editor, {
      tag: relapseInvestigationTag,
      write: () => writeRelapseInvestigation(callers, scenarioStartMs),
      check: checkRelapseInvestigation,
      log,
    });
    return [
      createLink("at step 4", releaseNumber),
      createLink("opened from a gate run", gateNumber),
      createLink("with a running experiment", hostNumber),
      createLink("resolved after a relapse", relapseNumber),
    ];
  },
};

interface WrittenInvestigation {
  readonly tag: string;
  readonly write: () => Promise<number>;
  readonly check: (call: EndpointCaller, number: number) => Promise<void>;
  readonly log: (line: string) => void;
}

/** People may have changed an investigation of an earlier run, so only a new one is checked. */
async function findOrWrite(
  call: EndpointCaller,
  { tag, write, check, log }: WrittenInvestigation,
): Promise<number> {
  const found = await findInvestigation(call, tag);
  if (found !== undefined) {
    log(`${investigationName(found)} exists already`);
    return found;
  }
  const number = await write();
  await check(call, number);
  log(`${investigationName(number)} is written and checked`);
  return number;
}

function createLink(title: string, number: number): ScenarioLink {
  const name = investigationName(number);
  const path = `/investigations/${name}`;
  return { title: `${name}, ${title}`, path, endpoint: `/api/v1${path}` };
}
