/** Limits of the texts and lists of an investigation, for forms and the API. */

/** Rules for the title of an investigation. */
export const investigationTitleRules = { maxLength: 200, emptyError: "State the symptom." } as const;
/** Rules for the text of a hypothesis. */
export const statementRules = { maxLength: 1_000, emptyError: "State the suspected cause." } as const;
/** Rules for the text that states the reason of a change. */
export const reasonRules = { maxLength: 1_000, emptyError: "State the reason." } as const;
/** Rules for the title of a note. */
export const noteTitleRules = { maxLength: 200, emptyError: "Name the note." } as const;
/** Rules for the title of evidence. */
export const evidenceTitleRules = { maxLength: 200, emptyError: "Name the evidence." } as const;

/** Rules for the name of a template. */
export const templateNameRules = { maxLength: 80, emptyError: "Name the template." } as const;
/** Rules for one item of a template, which states what to confirm. */
export const templateItemRules = { maxLength: 200, emptyError: "State what to confirm." } as const;

/** Largest numbers and lengths of what one investigation contains. */
export const investigationLimits = {
  maxDeployments: 20,
  maxTags: 20,
  maxTagLength: 40,
  maxConditions: 20,
  maxLinks: 50,
  maxUrlLength: 2_000,
  maxParticipants: 100,
  maxRelations: 100,
  maxHypotheses: 100,
  maxHypothesisClassLength: 60,
  maxEvidence: 1_000,
  maxEvidenceLinks: 50,
  /** Size of one stored answer as JSON: 1 MiB. */
  maxEvidenceBytes: 1_048_576,
  /** Size of all stored answers in one export: 32 MiB. */
  maxExportedDataBytes: 33_554_432,
  maxRounds: 100,
  maxAnswers: 60,
  maxAnswerLength: 10_000,
  maxAnswersLength: 100_000,
  maxChecked: 60,
  maxCommentLength: 10_000,
  maxNoteLength: 20_000,
  maxMentions: 20,
  maxTimelineEntries: 20_000,
  maxExportedEntries: 5_000,
  /** A draft contains the answers of a step twice: the saved version and the input, as JSON text with escapes. */
  maxDraftLength: 300_000,
  maxDrafts: 200,
  /** Templates of one team, and templates without a team. */
  maxTemplates: 50,
  /** Items that a template adds to the checklist of one step. */
  maxTemplateItems: 20,
} as const;
