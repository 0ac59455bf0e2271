/**
 * What the spans of an engine mean: the rules by which operations and attributes become phases. Data that engines declare and
 * analysis receives.
 */
import type { TextPattern } from "@/lib/base/wildcard";
import type { DatabaseStepId, PhaseId } from "./phase";
import type { SpanKind } from "./trace";

/**
 * Beside the phases: `request` is the span of a whole request in an engine, whose time its children and attributes tell, and
 * `generate` is prefill up to the first token and decode after it, where one span covers both.
 */
export type SpanMeaning = PhaseId | "request" | "generate";

/** All conditions must hold. Patterns see lower-case words: "Prefill_Forward" and "prefillForward" are "prefill forward". */
export interface SpanRule {
  readonly phase: SpanMeaning;
  readonly operation?: RegExp;
  /** Of the name as it was sent. */
  readonly name?: TextPattern;
  readonly service?: RegExp;
  readonly kinds?: readonly SpanKind[];
  /** The span has an attribute of this name. */
  readonly attribute?: string;
  /** What that attribute's value, as text, must be. */
  readonly value?: TextPattern;
  /** Only below a request span of the same map, where its name alone could mean anything. */
  readonly inside?: true;
  /** Its time is what surrounds an onward call: it explains nothing where no span of that call was traced. */
  readonly wraps?: true;
}

export type DurationUnit = "seconds" | "milliseconds" | "duration-text";

export interface AttributeRef {
  readonly attribute: string;
  /** `duration-text` is a number with its unit, such as "1.234ms". */
  readonly unit: DurationUnit;
}

/** A duration that a request span tells of itself. Rules stand in the order in which a request passes the phases. */
export interface AttributeRule extends AttributeRef {
  readonly phase: PhaseId;
  /** What the number holds besides its phase. */
  readonly without?: readonly AttributeRef[];
  /** Ends at the first token or earlier, or begins with it. */
  readonly side: "before-first-token" | "after-first-token";
}

export interface DatabaseRule {
  readonly step: DatabaseStepId;
  readonly operation: RegExp;
}

export interface PhaseMap {
  /** Whose spans these are. */
  readonly name: string;
  /** Asked first, also within the request of an engine: somebody said so of this very service. */
  readonly isTeamDefined?: true;
  /** The first rule that holds decides: narrow ones before wide ones. */
  readonly spans: readonly SpanRule[];
  readonly attributes: readonly AttributeRule[];
  /** For spans that speak of a database, in order. */
  readonly databaseSteps?: readonly DatabaseRule[];
  /** Operations of roots that are a server's start and no request. */
  readonly startUp?: RegExp;
}
