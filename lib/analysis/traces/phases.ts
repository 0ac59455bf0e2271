/**
 * Determines the meaning of each span by the engines' phase maps; the first matching rule wins.
 *
 * Order: the team's rules; rules of the engine whose request contains the span; rules of all maps for an operation or
 * attribute; the phase of the parent, because a phase includes its calls; rules for a service or kind only. A gateway
 * or network span wraps an outgoing call: without a span of that call it explains nothing.
 */
import { ownValue } from "@/lib/base/own-value";
import { runWithoutPause, isEndOfStep } from "@/lib/base/steps";
import type { DatabaseStepId, PhaseId } from "@/lib/model/traces/phase";
import type { PhaseMap, SpanMeaning, SpanRule } from "@/lib/model/traces/phase-map";
import type { Span } from "@/lib/model/traces/trace";
import { buildRequestTree, type RequestTree } from "./request-tree";
import type { TreeRow } from "./tree-rows";
import { normalizeOperationName, normalizeName } from "./span-names";

/** Meanings that the phase rules assign to the spans of a trace. */
export interface SpanMeanings {
  /** Meaning of each row; null when no rule matches. */
  readonly meaningByRow: readonly (SpanMeaning | null)[];
  /**
   * For each row, the index of the engine's request row that it is, or that contains it; -1 outside of engine requests.
   */
  readonly requestRows: Int32Array;
  /** Phase map whose rule identified each request row. */
  readonly mapByRequestRow: ReadonlyMap<number, PhaseMap>;
  /** For each row, 1 if it has at least one child, otherwise 0. */
  readonly hasChildren: Uint8Array;
  /** For each row, 1 if it wraps an outgoing call of which no span was traced, otherwise 0. */
  readonly isUntracedCall: Uint8Array;
}

interface RuleCandidate {
  readonly rule: SpanRule;
  readonly map: PhaseMap;
}
interface RuleCandidates {
  readonly narrow: readonly RuleCandidate[];
  readonly wide: readonly RuleCandidate[];
}

interface CachedCandidates {
  readonly service: string;
  readonly kind: Span["kind"];
  readonly inside: PhaseMap | undefined;
  readonly found: RuleCandidates;
}

/**
 * Assigns meanings to the spans of many traces by the same phase maps, and caches the meaning of span names.
 */
export interface PhaseReader {
  readonly readMeanings: (rows: readonly TreeRow[], tree?: RequestTree) => SpanMeanings;
  /** Reads the meanings in steps, for traces with many spans. */
  readonly readMeaningsInSteps: (
    rows: readonly TreeRow[],
    tree: RequestTree,
  ) => Generator<void, SpanMeanings>;
  /** Cached `normalizeOperationName`. */
  readonly cachedOperationName: (operation: string) => string;
}

const notInherited: ReadonlySet<SpanMeaning> = new Set([
  "gateway",
  "network",
  "other",
  "unexplained",
  "request",
]);

/**
 * Creates a reader that assigns meanings to spans by these phase maps. Share it between traces, because it
 * caches names.
 */
export function createPhaseReader(maps: readonly PhaseMap[]): PhaseReader {
  // The cache is keyed by operation first: building one key from all fields would dominate the cost per span.
  const known = new Map<string, CachedCandidates[]>();
  const candidatesFor = (span: Span, inside: PhaseMap | undefined): RuleCandidates => {
    const { operation, service, kind } = span;
    const ofOperation = known.get(operation) ?? [];
    for (const one of ofOperation)
      if (one.service === service && one.kind === kind && one.inside === inside) return one.found;
    const found = findRuleCandidates(maps, span, inside);
    known.set(operation, [...ofOperation, { service, kind, inside, found }]);
    return found;
  };
  const names = new Map<string, string>();
  const nameOf = (operation: string): string => {
    const known = names.get(operation);
    if (known !== undefined) return known;
    const name = normalizeOperationName(operation);
    names.set(operation, name);
    return name;
  };
  return {
    readMeanings: (rows, tree = buildRequestTree(rows)) =>
      runWithoutPause(readMeanings(rows, tree, candidatesFor)),
    readMeaningsInSteps: (rows, tree) => readMeanings(rows, tree, candidatesFor),
    cachedOperationName: nameOf,
  };
}

function findRuleCandidates(
  maps: readonly PhaseMap[],
  span: Span,
  inside: PhaseMap | undefined,
): RuleCandidates {
  const [operation, service] = [normalizeName(span.operation), normalizeName(span.service)];
  const teamMaps = maps.filter(({ isTeamDefined }) => isTeamDefined === true);
  const ordered = inside === undefined ? maps : [...teamMaps, inside, ...maps];
  const fitting = ordered.flatMap((map) =>
    map.spanRules
      .filter((rule) => rule.isInsideRequest !== true || map === inside)
      .filter((rule) => rule.namePattern?.test(span.operation) ?? true)
      .filter((rule) => rule.operationPattern?.test(operation) ?? true)
      .filter((rule) => rule.servicePattern?.test(service) ?? true)
      .filter((rule) => rule.kinds?.includes(span.kind) ?? true)
      .map((rule) => ({ rule, map })),
  );
  const isNarrow = ({ rule }: RuleCandidate): boolean =>
    rule.operationPattern !== undefined || rule.namePattern !== undefined || rule.attributeName !== undefined;
  return { narrow: fitting.filter(isNarrow), wide: fitting.filter((one) => !isNarrow(one)) };
}

function* readMeanings(
  rows: readonly TreeRow[],
  { parentRows }: RequestTree,
  candidatesFor: (span: Span, inside: PhaseMap | undefined) => RuleCandidates,
): Generator<void, SpanMeanings> {
  const meanings: (SpanMeaning | null)[] = [];
  const requests = new Int32Array(rows.length).fill(-1);
  const mapOf = new Map<number, PhaseMap>();
  const isParent = new Uint8Array(rows.length);
  const wraps = new Uint8Array(rows.length);
  for (const [index, { span }] of rows.entries()) {
    if (isEndOfStep(index)) yield;
    const parent = parentRows[index] ?? -1;
    const request = requests[parent] ?? -1;
    const { narrow, wide } = candidatesFor(span, mapOf.get(request));
    const inherited = meanings[parent] ?? null;
    const inherits = inherited !== null && !notInherited.has(inherited);
    const chosen = firstHolding(narrow, span) ?? (inherits ? undefined : wide[0]);
    const meaning = chosen?.rule.meaning ?? (inherits ? inherited : null);
    meanings.push(meaning);
    if (chosen?.rule.wrapsOutgoingCall === true) wraps[index] = 1;
    if (meaning === "request" && chosen !== undefined) mapOf.set(index, chosen.map);
    requests[index] = meaning === "request" ? index : request;
    if (parent >= 0) isParent[parent] = 1;
  }
  yield;
  const isUnanswered = yield* findUnansweredCalls(rows, { parents: parentRows, meanings, wraps });
  return {
    meaningByRow: meanings,
    requestRows: requests,
    mapByRequestRow: mapOf,
    hasChildren: isParent,
    isUntracedCall: isUnanswered,
  };
}

function firstHolding(narrow: readonly RuleCandidate[], span: Span): RuleCandidate | undefined {
  return narrow.length === 0 ? undefined : narrow.find(({ rule }) => hasAttribute(span, rule));
}

/** Returns whether a span has the attribute that a phase rule requires, with a matching value. */
export function hasAttribute(
  { attributes }: Pick<Span, "attributes">,
  { attributeName, attributeValuePattern }: SpanRule,
): boolean {
  if (attributeName === undefined) return true;
  const attributeValue = ownValue(attributes, attributeName);
  if (attributeValue === undefined) return false;
  if (attributeValuePattern === undefined) return true;
  return Array.isArray(attributeValue)
    ? attributeValue.some((one) => attributeValuePattern.test(String(one)))
    : attributeValuePattern.test(String(attributeValue));
}

const transparentMeanings: ReadonlySet<SpanMeaning | null> = new Set([null, "gateway", "network", "request"]);

/**
 * Marks rows that wrap an outgoing call but have no span of a call, of another service or of an engine request below
 * them. The search continues below spans without a phase.
 */
function* findUnansweredCalls(
  rows: readonly TreeRow[],
  read: {
    readonly parents: Int32Array;
    readonly meanings: readonly (SpanMeaning | null)[];
    readonly wraps: Uint8Array;
  },
): Generator<void, Uint8Array> {
  const leadsOn = new Uint8Array(rows.length);
  for (let index = rows.length - 1; index >= 0; index -= 1) {
    if (isEndOfStep(index)) yield;
    const span = rows[index]?.span;
    const parent = read.parents[index] ?? -1;
    const above = rows[parent]?.span;
    const meaning = read.meanings[index] ?? null;
    if (span === undefined || above === undefined || !transparentMeanings.has(meaning)) continue;
    const isCall = above.service !== span.service || span.kind === "client" || meaning === "request";
    if (isCall || leadsOn[index] === 1) leadsOn[parent] = 1;
  }
  return read.wraps.map((wraps, index) => (wraps === 1 && leadsOn[index] === 0 ? 1 : 0));
}

/** Returns the phase whose colour a row has; null for containers and spans without a rule. */
export function findDisplayedPhase(meaning: SpanMeaning | null): PhaseId | null {
  if (meaning === "request") return null;
  return meaning === "generate" ? "decode" : meaning;
}

/**
 * Returns whether a span's phase consumes the output of a phase that runs at the same time, such as
 * detokenization during decode.
 */
export function consumesOutputOfRunningPhase(meaning: SpanMeaning | null): boolean {
  return meaning === "detokenize" || meaning === "serialize" || meaning === "stream";
}

/** Returns the database step of each row; null for rows that are not part of a database call. */
export function findDatabaseSteps(
  rows: readonly TreeRow[],
  maps: readonly PhaseMap[],
): readonly (DatabaseStepId | null)[] {
  const rules = maps.flatMap(({ databaseSteps: steps }) => steps ?? []);
  const isDatabase = new Uint8Array(rows.length);
  return rows.map(({ span, parentIndex }, index) => {
    const isDatabaseStep = isDatabaseSpan(span) || isDatabase[parentIndex] === 1;
    if (!isDatabaseStep) return null;
    isDatabase[index] = 1;
    const normalizedName = normalizeName(span.operation);
    return rules.find(({ operationPattern }) => operationPattern.test(normalizedName))?.step ?? null;
  });
}

/** Returns whether the span has a database attribute of OpenTelemetry, in the newer or the older spelling. */
export function isDatabaseSpan({ attributes }: Pick<Span, "attributes">): boolean {
  return attributes["db.system.name"] !== undefined || attributes["db.system"] !== undefined;
}
