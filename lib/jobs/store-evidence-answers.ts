/** Reads the answers that people keep as evidence, including those whose read ended with its process. */
import {
  listWaitingEvidenceIds,
  storeCompleteAnswer,
} from "@/lib/services/investigations/evidence/store-answer";
import type { OnDemandJob } from "./job";

/** Job that stores the answers of new evidence, each when the data of its window have arrived. */
export const storeEvidenceAnswersJob: OnDemandJob = {
  name: "store-evidence-answers",
  timeoutMs: 60_000,
  listWaitingKeys: listWaitingEvidenceIds,
  run: storeCompleteAnswer,
};
