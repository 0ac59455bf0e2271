/**
 * Rules that map the spans of an engine to phases, by their operations and attributes. Engines declare this data and
 * analysis applies it.
 */
import type { TextPattern } from "@/lib/base/wildcard";
import type { DatabaseStepId, PhaseId } from "./phase";
import type { SpanKind } from "./trace";

/**
 * Meaning of a span: a phase; `request`, the complete request in an engine; or `generate`, prefill until the
 * first token and decode after it.
 */
export type SpanMeaning = PhaseId | "request" | "generate";

/**
 * Rule that assigns a meaning to spans. A span must meet all conditions. Patterns match lower-case words:
 * "Prefill_Forward" and "prefillForward" become "prefill forward".
 */
export interface SpanRule {
  readonly meaning: SpanMeaning;
  readonly operationPattern?: RegExp;
  /** Matches the span name exactly as the service sent it. */
  readonly namePattern?: TextPattern;
  readonly servicePattern?: RegExp;
  readonly kinds?: readonly SpanKind[];
  /** Name of an attribute that the span must have. */
  readonly attributeName?: string;
  /** Pattern that the value of the attribute must match, as text. */
  readonly attributeValuePattern?: TextPattern;
  /** True if the rule applies only inside a request span of the same map, because the name alone is ambiguous. */
  readonly isInsideRequest?: true;
  /** True if the span surrounds an outgoing call. The span then explains no time if no span of that call was traced. */
  readonly wrapsOutgoingCall?: true;
}

/** Unit of a duration in an attribute. */
export type DurationUnit = "seconds" | "milliseconds" | "duration-text";

/** Attribute that contains a duration. */
export interface AttributeRef {
  readonly attribute: string;
  /** `duration-text` is a number with its unit, such as "1.234ms". */
  readonly unit: DurationUnit;
}

/**
 * Rule for a phase whose duration a request span reports as an attribute. Rules are in the order of the
 * phases.
 */
export interface AttributeRule extends AttributeRef {
  readonly phase: PhaseId;
  /** Durations of other phases that are included in the duration of the attribute. */
  readonly includedDurations?: readonly AttributeRef[];
  /** Whether the duration ends at the first token or earlier, or begins with it. */
  readonly tokenSide: "before-first-token" | "after-first-token";
}

/** Rule that recognizes a step of a database call by the name of its span. */
export interface DatabaseRule {
  readonly step: DatabaseStepId;
  readonly operationPattern: RegExp;
}

/** Rules that assign the spans of one engine or service to phases. */
export interface PhaseMap {
  /** Title of the engine or service. */
  readonly name: string;
  /** True if the team defined the rules. These rules have priority, also inside an engine's request. */
  readonly isTeamDefined?: true;
  /**
   * Rules for the names and attributes of spans. The first matching rule applies, so specific rules precede general
   * rules.
   */
  readonly spanRules: readonly SpanRule[];
  readonly attributeRules: readonly AttributeRule[];
  /** Rules for database spans, in order. */
  readonly databaseSteps?: readonly DatabaseRule[];
  /** Pattern of the root span names that a server's start creates. These traces are not requests. */
  readonly startupOperations?: RegExp;
}
