/** What a page offers as evidence, and as the origin of a new investigation. */
import type { EvidenceQuestion } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import type { OpenInvestigationBody } from "@/lib/contracts/investigations/investigations";
import type { TimeWindow } from "@/lib/model/time-window";

export type Opening = NonNullable<OpenInvestigationBody["opening"]>;

export interface EvidenceSubject {
  /** The server reads the answer to this question again. Its window does not change. */
  readonly question: EvidenceQuestion;
  /** Proposed title of the evidence. */
  readonly title: string;
  readonly window: TimeWindow;
  /** Slug of the deployment. Null if there are several. */
  readonly deployment: string | null;
  readonly opening: Opening;
}
