/** A fact of a setting: a value with its origin, or a reason why it is unknown with suggestions. */
import { findAuthorName } from "@/lib/server/sessions/author-names";
import type { SettingOrigin } from "@/lib/contracts/roofline/roofline-setting";
import type { ChoiceName, ChoiceProvenance, RooflineChoice } from "@/lib/model/roofline/roofline-choice";

/** One value of a roofline setting with its origin, or why it is unknown, with proposals. */
export type SettingFact<T> =
  | {
      readonly state: "known";
      readonly value: T;
      readonly origin: SettingOrigin;
      readonly warnings: readonly string[];
    }
  | {
      readonly state: "unknown";
      readonly unknownReason: string;
      readonly proposals: readonly SuggestedValue<T>[];
      readonly isOptional: boolean;
    };

/** Value that a person can choose for an unknown part of the setting, with the reason for the proposal. */
export interface SuggestedValue<T> {
  readonly value: T;
  readonly title: string;
  readonly why: string;
}

/** Creates a value that metrics or names determine. `evidence` is a sentence. */
export const createDetectedFact = <T>(
  value: T,
  evidence: string,
  warnings: readonly string[] = [],
): SettingFact<T> => ({
  state: "known",
  value,
  origin: { kind: "detected", evidence },
  warnings,
});

/** Creates a value that is assumed because nothing reports it. `evidence` is a sentence. */
export const createAssumedFact = <T>(
  value: T,
  evidence: string,
  warnings: readonly string[] = [],
): SettingFact<T> => ({
  state: "known",
  value,
  origin: { kind: "assumed", evidence },
  warnings,
});

/** Creates a value that a person chose, with author, time and version of the choice. */
export const createChosenFact = <T>(
  value: T,
  since: ChoiceProvenance | undefined,
  warnings: readonly string[] = [],
): SettingFact<T> => ({
  state: "known",
  value,
  origin: {
    kind: "chosen",
    ...(since === undefined
      ? { author: "unknown", atMs: 0, version: 0 }
      : { ...since, author: findAuthorName(since.author) }),
  },
  warnings,
});

/** Returns an unknown fact that operating points require. The reason is a sentence. */
export const createUnknownFact = <T>(
  unknownReason: string,
  proposals: readonly SuggestedValue<T>[] = [],
): SettingFact<T> => ({
  state: "unknown",
  unknownReason,
  proposals,
  isOptional: false,
});

/** Creates an unknown value that operating points do not require. The reason is a sentence. */
export const createUnknownOptionalFact = <T>(
  unknownReason: string,
  proposals: readonly SuggestedValue<T>[] = [],
): SettingFact<T> => ({
  state: "unknown",
  unknownReason,
  proposals,
  isOptional: true,
});

/** Returns the value of a setting; null if it is unknown. */
export const findKnownValue = <T>(fact: SettingFact<T>): T | null =>
  fact.state === "known" ? fact.value : null;

/** Values that an operator chose, and the version of each choice. */
export interface OperatorChoices {
  readonly chosen: RooflineChoice;
  readonly chosenSince: { readonly [Name in ChoiceName]?: ChoiceProvenance | undefined };
}

/** Choices of a deployment for which no person has chosen a value. */
export const noChoices: OperatorChoices = { chosen: {}, chosenSince: {} };
