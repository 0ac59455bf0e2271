/** Handler of one investigation with everything that its page shows first. */
import {
  editInvestigationContract,
  type investigationContract,
} from "@/lib/contracts/investigations/investigations";
import { describeRefusal } from "@/lib/server/access/team-rights";
import { nowMs } from "@/lib/server/clock";
import { readRows } from "@/lib/server/db/read-rows";
import type { Handler } from "@/lib/server/handler";
import { readRoundsOfEarlierFixes } from "./check-references";
import { readEvidenceRetention } from "./evidence/retention";
import { readExperiments } from "./experiments/experiment-row";
import { findInvestigation, canCommentOnInvestigations, canEditInvestigation } from "./find-investigation";
import { readHypotheses } from "./hypotheses/hypothesis-row";
import { readNewestEvidence } from "./evidence/list-evidence";
import { readInvestigationRowContext, toInvestigation } from "./investigation-row";
import { readParticipants } from "./people/change-participants";
import { readRelations } from "./people/relate-investigations";
import { readStepRecords } from "./steps/step-records";
import { readTimeline } from "./timeline/read-timeline";
import { shortenReplacedTexts } from "./timeline/shorten-texts";

const firstPageLength = 50;

/** Returns an investigation with the data that its page displays first. Throws not-found and database-unavailable. */
export const getInvestigation: Handler<typeof investigationContract> = async ({ params, principal }) => {
  const context = await readInvestigationRowContext(principal);
  const row = await readRows((database) => findInvestigation(database, params.number, principal));
  const { id: investigationId, round } = row;
  const [
    steps,
    hypotheses,
    experiments,
    evidence,
    evidenceRetention,
    participants,
    relations,
    timeline,
    earlierFixes,
  ] = await Promise.all([
    readRows((database) => readStepRecords(database, { investigationId, round })),
    readRows((database) => readHypotheses(database, investigationId)),
    readRows((database) => readExperiments(database, investigationId, principal)),
    readRows((database) => readNewestEvidence(database, investigationId)),
    readRows((database) => readEvidenceRetention(database, row)),
    readRows((database) => readParticipants(database, investigationId)),
    readRows((database) => readRelations(database, investigationId, principal)),
    readRows((database) =>
      readTimeline(database, { investigationId, callerId: principal.id, limit: firstPageLength }),
    ),
    round === 1 ? new Map() : readRows((database) => readRoundsOfEarlierFixes(database, investigationId)),
  ]);
  return {
    asOfMs: nowMs(),
    investigation: toInvestigation(row, context),
    rights: {
      canEdit: canEditInvestigation(principal, row),
      canComment: canCommentOnInvestigations(principal),
      editRefusal: describeRefusal(principal, row, {
        contractId: editInvestigationContract.id,
        noun: "investigation",
      }),
    },
    steps,
    earlierRounds: Array.from({ length: round - 1 }, (_, index) => index + 1),
    earlierFixIds: [...earlierFixes.keys()],
    hypotheses,
    experiments,
    ...evidence,
    evidenceRetention,
    participants,
    relations,
    timeline: { ...timeline, entries: shortenReplacedTexts(timeline.entries) },
  };
};
