/** Filter conditions of the Traces page in the URL, in addition to the view. All tabs of the page use them. */
import { createParser, parseAsStringLiteral, useQueryStates } from "nuqs";
import { slowTimes, studyBounds, type SlowTime } from "@/lib/model/traces/study-bounds";

const dayMs = 86_400_000;

const attributeCondition = /^[^=<>]{1,256}(?:=|>|<=)/;

const text = (longest: number, pattern = /^[\s\S]+$/) =>
  createParser<string>({
    parse: (given) => (given.length <= longest && pattern.test(given) ? given : null),
    serialize: (value) => value,
  });
const integerBetween = (min: number, max: number) =>
  createParser<number>({
    parse: (given) => {
      const value = /^\d{1,8}$/.test(given) ? Number(given) : null;
      return value === null || value < min || value > max ? null : value;
    },
    serialize: String,
  });

export const studyParsers = {
  /** A trace service of the deployment. */
  svc: text(256),
  op: text(500),
  minMs: integerBetween(0, dayMs),
  maxMs: integerBetween(0, dayMs),
  err: parseAsStringLiteral(["true"]),
  /** `name=value`, `name>number` or `name<=number`. */
  attr: text(600, attributeCondition),
  n: integerBetween(studyBounds.min, studyBounds.max),
  slow: parseAsStringLiteral(slowTimes),
  q: createParser<number>({
    parse: (given) => {
      const value = /^0\.\d{1,3}$/.test(given) ? Number(given) : null;
      return value === null || value < 0.5 ? null : value;
    },
    serialize: String,
  }),
  over: integerBetween(0, dayMs),
};

export interface StudyState {
  readonly svc: string | null;
  readonly op: string | null;
  readonly minMs: number | null;
  readonly maxMs: number | null;
  readonly err: "true" | null;
  readonly attr: string | null;
  /** Maximum number of traces to read. Null = default. */
  readonly n: number | null;
  /** Definition of slow: the time, and its quantile or milliseconds. Null = default. */
  readonly slow: SlowTime | null;
  readonly q: number | null;
  readonly over: number | null;
}

const names = Object.keys(studyParsers) as readonly (keyof StudyState)[];

/** Adds conditions to `link`, which may have parameters. */
export function withConditions(link: string, state: Partial<StudyState>): string {
  const [path = link, search = ""] = link.split("?");
  const parameters = new URLSearchParams(search);
  for (const name of names) {
    const value = state[name];
    if (value !== null && value !== undefined) parameters.set(name, String(value));
  }
  const written = parameters.toString();
  return written === "" ? path : `${path}?${written}`;
}

/** Returns the invalid conditions in `search`. */
export function invalidConditions(search: URLSearchParams): readonly string[] {
  return names.filter((name) => {
    const given = search.get(name);
    return given !== null && studyParsers[name].parse(given) === null;
  });
}

const number = (value: number | null): string | undefined => (value === null ? undefined : String(value));

/** Returns the conditions as query parameters of an endpoint. */
export function conditionParameters(state: StudyState): Readonly<Record<string, string | undefined>> {
  return {
    service: state.svc ?? undefined,
    operation: state.op ?? undefined,
    minMs: number(state.minMs),
    maxMs: number(state.maxMs),
    errors: state.err ?? undefined,
    attribute: state.attr ?? undefined,
  };
}

/** Returns all query parameters of the study endpoint except deployment and window. */
export function studyParameters(state: StudyState): Readonly<Record<string, string | undefined>> {
  return {
    ...conditionParameters(state),
    n: number(state.n),
    slowBy: state.slow ?? undefined,
    slowQuantile: number(state.q),
    slowOverMs: number(state.over),
  };
}

/** Returns the conditions and their setter. Each change adds a history entry. */
export function useStudyState() {
  return useQueryStates(studyParsers, { history: "push" });
}
