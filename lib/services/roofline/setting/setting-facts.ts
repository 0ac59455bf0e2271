/** A fact of a setting: a value with its origin, or a reason why it is unknown with suggestions. */
import type { SettingOrigin } from "@/lib/contracts/roofline/roofline-setting";
import type { ChoiceName, ChosenSince, RooflineChoice } from "@/lib/model/roofline/roofline-choice";

export type Fact<T> =
  | {
      readonly state: "known";
      readonly value: T;
      readonly origin: SettingOrigin;
      readonly warnings: readonly string[];
    }
  | {
      readonly state: "unknown";
      readonly unknownReason: string;
      readonly proposals: readonly Proposal<T>[];
      readonly isOptional: boolean;
    };

export interface Proposal<T> {
  readonly value: T;
  readonly title: string;
  readonly why: string;
}

export const detectedFact = <T>(value: T, evidence: string, warnings: readonly string[] = []): Fact<T> => ({
  state: "known",
  value,
  origin: { kind: "detected", evidence },
  warnings,
});

export const assumedFact = <T>(value: T, evidence: string, warnings: readonly string[] = []): Fact<T> => ({
  state: "known",
  value,
  origin: { kind: "assumed", evidence },
  warnings,
});

export const chosenFact = <T>(
  value: T,
  since: ChosenSince | undefined,
  warnings: readonly string[] = [],
): Fact<T> => ({
  state: "known",
  value,
  origin: { kind: "chosen", ...(since ?? { author: "unknown", atMs: 0, version: 0 }) },
  warnings,
});

export const unknownFact = <T>(unknownReason: string, proposals: readonly Proposal<T>[] = []): Fact<T> => ({
  state: "unknown",
  unknownReason,
  proposals,
  isOptional: false,
});

export const optionalFact = <T>(unknownReason: string, proposals: readonly Proposal<T>[] = []): Fact<T> => ({
  state: "unknown",
  unknownReason,
  proposals,
  isOptional: true,
});

export const valueOf = <T>(fact: Fact<T>): T | null => (fact.state === "known" ? fact.value : null);

/** Values that an operator chose, and the version of each choice. */
export interface Chosen {
  readonly chosen: RooflineChoice;
  readonly since: { readonly [Name in ChoiceName]?: ChosenSince | undefined };
}

export const nothingChosen: Chosen = { chosen: {}, since: {} };
