// Finds the investigation of an earlier run by its tag.
import { changeStateContract } from "@/lib/contracts/investigations/progress";
import {
  editInvestigationContract,
  investigationsContract,
} from "@/lib/contracts/investigations/investigations";
import { changeInvestigationState } from "@/lib/services/investigations/change-state";
import { editInvestigation } from "@/lib/services/investigations/edit-investigation";
import { listInvestigations } from "@/lib/services/investigations/list/list-investigations";
import type { EndpointCaller } from "../writing/call-endpoint";

/** Tag of an investigation while a scenario writes it. */
export const unfinishedTag = "unfinished";

/**
 * Returns the number of the complete investigation with this tag. One whose writer ended too early loses the tag, and ends
 * as invalid with the reason.
 */
export async function findInvestigation(call: EndpointCaller, tag: string): Promise<number | undefined> {
  const { investigations } = await call(investigationsContract, listInvestigations, {
    query: { tag, limit: 10 },
  });
  const complete = investigations.find(({ tags }) => !tags.includes(unfinishedTag));
  for (const one of investigations) if (one.tags.includes(unfinishedTag)) await retire(call, one);
  return complete?.number;
}

type Entry = Awaited<ReturnType<typeof readInvestigationEntries>>[number];
const readInvestigationEntries = async (call: EndpointCaller) =>
  (await call(investigationsContract, listInvestigations, {})).investigations;

async function retire(call: EndpointCaller, { number, state, version }: Entry): Promise<void> {
  const params = { number: String(number) };
  const reason = "The program that wrote this example ended too early. It writes the example again.";
  if (state !== "invalid")
    await call(changeStateContract, changeInvestigationState, {
      params,
      body: { state: "invalid", from: state, reason },
    });
  await call(editInvestigationContract, editInvestigation, {
    params,
    version,
    body: { tags: [unfinishedTag] },
  });
}
