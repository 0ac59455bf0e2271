/** State of the Investigations pages in the URL: filters, order, layout and page of the list; step of an investigation. */
import { useQueryStates } from "nuqs";
import { createSerializer, parseAsBoolean, parseAsStringLiteral } from "nuqs/server";
import type { QueryOf } from "@/lib/contracts/contract";
import type { investigationsContract } from "@/lib/contracts/investigations/investigations";
import { investigationStates, openStates } from "@/lib/model/investigation/investigation-state";
import { stepIds } from "@/lib/model/investigation/step-ids";
import { timelineTopicNames } from "@/lib/model/investigation/timeline-entry";
import type { TimelineFilter } from "./timeline/timeline-requests";
import { parseAsIntegerBetween, parseAsMatch, type UrlState } from "@/lib/client/url-parsers";

/** Filters of the list by state. "open" selects all states in which work remains. */
export const stateFilters = ["open", "all", ...investigationStates] as const;
/** States to list: the open ones, all, or one state. */
export type StateFilter = (typeof stateFilters)[number];

/** Orders of the list of investigations. */
export const investigationOrders = ["updated", "number", "severity", "due"] as const;
/** Order of the list of investigations. */
export type InvestigationOrder = (typeof investigationOrders)[number];

/** Layouts of the list: a table, a board with a column per state, or the work of the caller. */
export const investigationLayouts = ["list", "board", "for-you"] as const;
/** Layout of the page that lists investigations. */
export type InvestigationLayout = (typeof investigationLayouts)[number];

const uuidPattern = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Parameters of the list in the URL. */
export const investigationListParsers = {
  state: parseAsStringLiteral(stateFilters).withDefault("open"),
  severity: parseAsIntegerBetween(1, 4),
  /** Id of a person. */
  owner: parseAsMatch(uuidPattern),
  tag: parseAsMatch(/^[a-z0-9][a-z0-9-]{0,39}$/),
  /** Text in the title, or a number such as INV-31. */
  find: parseAsMatch(/^[\s\S]{1,100}$/),
  order: parseAsStringLiteral(investigationOrders).withDefault("updated"),
  layout: parseAsStringLiteral(investigationLayouts).withDefault("list"),
  /** Cursor of a later page of the list. */
  after: parseAsMatch(/^[\d-]{1,24}_\d{1,9}$/),
};

/** Filters, order and layout of the list, as read from the URL. */
export type InvestigationListState = UrlState<typeof investigationListParsers>;

/** New filters, order or layout. A change always returns to the first page. */
export type InvestigationListChange = Partial<Omit<InvestigationListState, "after">>;

/**
 * Returns the state of the list. A new filter starts at the first page and adds a history entry, except for each typed
 * character of a text.
 */
export function useInvestigationListState() {
  const [state, setState] = useQueryStates(investigationListParsers, { history: "replace" });
  const change = (values: InvestigationListChange): void => {
    const isTyped = "find" in values || "tag" in values;
    void setState({ ...values, after: null }, { history: isTyped ? "replace" : "push" });
  };
  const openPage = (after: string) => void setState({ after }, { history: "push" });
  return { state, change, openPage };
}

/** Returns a link to the list with this state. */
export const linkToInvestigations = createSerializer(investigationListParsers);

const boardLimit = 100;
const pageLength = 50;

/** Returns the query of the list or of the board. `deployment` is a slug, or null for all deployments. */
export function toInvestigationsQuery(
  state: InvestigationListState,
  deployment: string | null,
): QueryOf<typeof investigationsContract> {
  const { severity, owner, tag, find, order, layout, after } = state;
  const isBoard = layout === "board";
  return {
    ...(state.state === "all" ? {} : { states: state.state === "open" ? openStates.join() : state.state }),
    ...(severity === null ? {} : { severities: String(severity) }),
    ...(owner === null ? {} : { owner }),
    ...(tag === null ? {} : { tag }),
    ...(deployment === null ? {} : { deployment }),
    ...(find === null ? {} : { text: find }),
    sort: order,
    limit: isBoard ? boardLimit : pageLength,
    ...(after === null || isBoard ? {} : { cursor: after }),
  };
}

const timelineParsers = {
  topic: parseAsStringLiteral(timelineTopicNames),
  /** Id of a person. */
  by: parseAsMatch(uuidPattern),
  pinned: parseAsBoolean.withDefault(false),
};

/** Returns the filter of the timeline of an investigation. */
export function useTimelineFilter() {
  const [{ topic, by, pinned }, setState] = useQueryStates(timelineParsers, { history: "replace" });
  const filter: TimelineFilter = { topic, author: by, isPinned: pinned };
  const change = (next: Partial<TimelineFilter>): void => {
    const { topic: nextTopic, author, isPinned } = { ...filter, ...next };
    void setState({ topic: nextTopic, by: author, pinned: isPinned });
  };
  return { filter, change };
}

const investigationParsers = {
  /** Displayed step; the step of the investigation if absent. */
  step: parseAsStringLiteral(stepIds),
  /** Displayed earlier round; the current round if absent. */
  round: parseAsIntegerBetween(1, 100),
};

/** Returns the displayed step and round of an investigation. Each change adds a history entry. */
export function useInvestigationView() {
  return useQueryStates(investigationParsers, { history: "push" });
}

const caseStudyParsers = {
  /** Words in the title and the texts. */
  find: parseAsMatch(/^[\s\S]{1,100}$/),
  /** Class of the cause. */
  class: parseAsMatch(/^[\s\S]{1,60}$/),
  /** Cursor of a later page of the list. */
  after: parseAsMatch(/^\d{1,16}_\d{1,9}$/),
};

/** Returns the filters and the page of the list of case studies. A new filter starts at the first page. */
export function useCaseStudyListState() {
  const [state, setState] = useQueryStates(caseStudyParsers, { history: "replace" });
  const change = (values: { readonly find?: string | null; readonly class?: string | null }) =>
    void setState({ ...values, after: null });
  const openPage = (after: string | null) => void setState({ after }, { history: "push" });
  return { state, change, openPage };
}
