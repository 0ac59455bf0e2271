/** A sentence with linked numbers: text parts and values that the browser formats. */
import type { DownSince } from "./reading";
import type { DisplayUnit, Unit } from "./units";
import type { SignalId } from "./signals/signals";

export type SentencePart =
  | { readonly kind: "text"; readonly text: string; readonly emphasis?: boolean }
  | { readonly kind: "code"; readonly text: string }
  /** Formatted in the browser, where the viewer's time zone is known. */
  | { readonly kind: "down-since"; readonly since: DownSince }
  | {
      readonly kind: "number";
      readonly value: number;
      readonly unit: Unit;
      readonly displayUnit: DisplayUnit;
      /** A configured limit: written without digits that were not configured. */
      readonly isLimit?: boolean;
      /** Target of the link: the deployment and the signal. */
      readonly deployment?: string;
      readonly signal?: SignalId;
      readonly emphasis?: boolean;
    };

export type Sentence = readonly SentencePart[];
