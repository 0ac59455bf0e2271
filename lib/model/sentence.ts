/** A sentence whose numbers can be opened: text pieces and readings, put into words by the browser's formatter. */
import type { DownSince } from "./reading";
import type { DisplayUnit, Unit } from "./units";
import type { SignalId } from "./signals";

export type SentencePart =
  | { readonly kind: "text"; readonly text: string; readonly emphasis?: boolean }
  | { readonly kind: "code"; readonly text: string }
  /** Put into words where the viewer's time zone is known. */
  | { readonly kind: "down-since"; readonly since: DownSince }
  | {
      readonly kind: "number";
      readonly value: number;
      readonly unit: Unit;
      readonly displayUnit: DisplayUnit;
      /** It was set, not measured: written without digits nobody measured. */
      readonly isLimit?: boolean;
      /** Where the number opens. */
      readonly deployment?: string;
      readonly signal?: SignalId;
      readonly emphasis?: boolean;
    };

export type Sentence = readonly SentencePart[];
