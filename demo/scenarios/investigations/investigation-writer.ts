// Writes to one investigation through the use cases of its endpoints, as one of the people of the demo.
import type { z } from "zod";
import type { ReadonlyDeep } from "@/lib/base/readonly-deep";
import { addEvidenceFileContract } from "@/lib/contracts/investigations/evidence-files";
import type { EvidenceQuestion } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import {
  addHypothesisContract,
  addNoteContract,
  editHypothesisContract,
  keepEvidenceContract,
} from "@/lib/contracts/investigations/hypotheses";
import {
  editInvestigationContract,
  investigationContract,
} from "@/lib/contracts/investigations/investigations";
import { setParticipantContract } from "@/lib/contracts/investigations/people";
import {
  changeStateContract,
  changeStepStateContract,
  goToStepContract,
  saveStepContract,
} from "@/lib/contracts/investigations/progress";
import {
  addCommentContract,
  addTimelineEntryContract,
  pinTimelineEntryContract,
} from "@/lib/contracts/investigations/timeline";
import type { InvestigationState } from "@/lib/model/investigation/investigation-state";
import type { StepId } from "@/lib/model/investigation/step-ids";
import type { HypothesisStatus } from "@/lib/model/investigation/hypothesis";
import { changeInvestigationState } from "@/lib/services/investigations/change-state";
import { editInvestigation } from "@/lib/services/investigations/edit-investigation";
import { keepEvidence } from "@/lib/services/investigations/evidence/keep-evidence";
import { storeAnswer } from "@/lib/services/investigations/evidence/store-answer";
import { addEvidenceFile } from "@/lib/services/investigations/files/add-evidence-file";
import { getInvestigation } from "@/lib/services/investigations/get-investigation";
import { addHypothesis, editHypothesis } from "@/lib/services/investigations/hypotheses/change-hypotheses";
import { addNote } from "@/lib/services/investigations/hypotheses/change-evidence";
import { setParticipant } from "@/lib/services/investigations/people/change-participants";
import { changeStepState } from "@/lib/services/investigations/steps/change-step-state";
import { goToStep } from "@/lib/services/investigations/steps/go-to-step";
import { saveStep } from "@/lib/services/investigations/steps/save-step";
import {
  addComment,
  addManualEntry,
  pinTimelineEntry,
} from "@/lib/services/investigations/timeline/write-entries";
import type { EndpointCaller } from "../writing/call-endpoint";

type EvidenceLinks = ReadonlyDeep<Pick<z.input<typeof keepEvidenceContract.body>, "steps" | "hypotheses">>;
type Edit = ReadonlyDeep<z.input<typeof editInvestigationContract.body>>;
type NewNote = ReadonlyDeep<z.input<typeof addNoteContract.body>>;
type NewHypothesis = ReadonlyDeep<z.input<typeof addHypothesisContract.body>>;

/** A chart, table or gate run that the scenario stores as evidence, as a person would. */
export interface EvidenceToStore extends EvidenceLinks {
  readonly title: string;
  readonly question: EvidenceQuestion;
  readonly text?: string;
}

/** A text file that the scenario adds as evidence, as a person would. */
export interface FileToAttach {
  readonly fileName: string;
  readonly title: string;
  readonly content: string;
  readonly step: StepId;
}

/** Writes to the investigation with this number. Every method throws AppError. */
export class InvestigationWriter {
  private readonly params: { readonly number: string };

  constructor(
    private readonly call: EndpointCaller,
    number: number,
  ) {
    this.params = { number: String(number) };
  }

  /** Returns a writer to the same investigation in the name of another person. */
  withCaller(call: EndpointCaller): InvestigationWriter {
    return new InvestigationWriter(call, Number(this.params.number));
  }

  read() {
    return this.call(investigationContract, getInvestigation, { params: this.params });
  }

  async edit(body: Edit): Promise<void> {
    const { investigation } = await this.read();
    const { version } = investigation;
    await this.call(editInvestigationContract, editInvestigation, { params: this.params, version, body });
  }

  async addParticipant(personId: string): Promise<void> {
    const body = { personId, role: "investigator" } as const;
    await this.call(setParticipantContract, setParticipant, { params: this.params, body });
  }

  async comment(text: string, mentions: readonly string[] = []): Promise<void> {
    await this.call(addCommentContract, addComment, { params: this.params, body: { text, mentions } });
  }

  /** Adds what happened at a time, and pins it. */
  async addPinnedEntry(text: string, atMs: number): Promise<void> {
    const { params } = this;
    const { entry } = await this.call(addTimelineEntryContract, addManualEntry, {
      params,
      body: { text, atMs },
    });
    const position = { ...params, entryId: entry.id };
    await this.call(pinTimelineEntryContract, pinTimelineEntry, {
      params: position,
      body: { isPinned: true },
    });
  }

  async changeState(
    from: InvestigationState,
    state: InvestigationState,
    deployEventId: string | null = null,
  ): Promise<void> {
    const body = { from, state, deployEventId };
    await this.call(changeStateContract, changeInvestigationState, { params: this.params, body });
  }

  async goTo(from: StepId, step: StepId): Promise<void> {
    await this.call(goToStepContract, goToStep, { params: this.params, body: { from, step } });
  }

  async saveStep(
    step: StepId,
    answers: Readonly<Record<string, string>>,
    checked: readonly string[],
  ): Promise<void> {
    const { steps, investigation } = await this.read();
    const version = steps.find((one) => one.step === step)?.version ?? 1;
    const params = { ...this.params, step };
    const body = { round: investigation.round, answers, checked };
    await this.call(saveStepContract, saveStep, { params, version, body });
  }

  /** Finishes a step. The timeline names its missing parts. */
  finishStep(step: StepId): Promise<void> {
    return this.changeStep(step, { action: "finish", acceptsMissing: true });
  }

  skipStep(step: StepId, reason: string): Promise<void> {
    return this.changeStep(step, { action: "skip", reason });
  }

  private async changeStep(
    step: StepId,
    change: { readonly action: "finish" | "skip"; readonly reason?: string; readonly acceptsMissing?: true },
  ): Promise<void> {
    const { investigation } = await this.read();
    const body = { round: investigation.round, ...change };
    await this.call(changeStepStateContract, changeStepState, { params: { ...this.params, step }, body });
  }

  /** Returns the id of the new hypothesis. */
  async addHypothesis(body: NewHypothesis): Promise<string> {
    const added = await this.call(addHypothesisContract, addHypothesis, { params: this.params, body });
    return added.hypothesis.id;
  }

  async decideHypothesis(hypothesisId: string, status: HypothesisStatus): Promise<void> {
    const params = { ...this.params, hypothesisId };
    await this.call(editHypothesisContract, editHypothesis, { params, version: 1, body: { status } });
  }

  /** Keeps the answer, and reads it now. An answer that cannot be read stays as an entry with the reason. */
  async keep(body: EvidenceToStore): Promise<void> {
    const { params } = this;
    const { evidence } = await this.call(keepEvidenceContract, keepEvidence, { params, body });
    await storeAnswer(evidence.id);
  }

  /** Adds a text as evidence. */
  async addNote(body: NewNote): Promise<void> {
    await this.call(addNoteContract, addNote, { params: this.params, body });
  }

  async attach({ content, ...query }: FileToAttach): Promise<void> {
    const body = new TextEncoder().encode(content);
    await this.call(addEvidenceFileContract, addEvidenceFile, { params: this.params, query, body });
  }
}
