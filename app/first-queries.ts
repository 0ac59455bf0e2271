/**
 * The first queries of each page. The server answers them while it renders a document, so that the document shows
 * data before scripts run. A page without an entry loads its data in the browser.
 */
import { createLoader, type SearchParams } from "nuqs/server";
import type { Page } from "@/components/layout/pages";
import { baselinesQuery } from "@/lib/client/queries/baselines";
import { deploymentsQuery } from "@/lib/client/queries/deployments";
import { discoveryQuery } from "@/lib/client/queries/discovery";
import { eventsQuery } from "@/lib/client/queries/events";
import { gatesQuery } from "@/lib/client/queries/gates";
import { noticesQuery } from "@/lib/client/queries/notices";
import { overviewQuery, type OverviewQueryParams } from "@/lib/client/queries/overview";
import { sourcesQuery } from "@/lib/client/queries/sources";
import { tracesQuery } from "@/lib/client/queries/traces";
import { investigationListParsers, toInvestigationsQuery } from "@/components/investigations/url-state";
import { investigationsQuery } from "@/lib/client/queries/investigations";
import { studyParsers } from "@/lib/client/study-url";
import { viewParsers, replaceInvalidWindow, type ViewState } from "@/lib/client/url-state";
import { baselinesContract } from "@/lib/contracts/baselines";
import { deploymentsContract } from "@/lib/contracts/deployments";
import { discoveryContract } from "@/lib/contracts/discovery";
import { eventsContract } from "@/lib/contracts/events";
import { gatesContract } from "@/lib/contracts/gates";
import { investigationsContract } from "@/lib/contracts/investigations/investigations";
import { noticesContract } from "@/lib/contracts/notices";
import { overviewContract } from "@/lib/contracts/overview";
import { sourcesContract } from "@/lib/contracts/sources";
import { tracesContract } from "@/lib/contracts/traces/traces";
import { nowMs } from "@/lib/server/clock";
import { listBaselines } from "@/lib/services/baselines/list-baselines";
import { listDeployments } from "@/lib/services/deployments/list-deployments";
import { readDiscovery } from "@/lib/services/discovery/read-discovery";
import { listEvents } from "@/lib/services/events/list-events";
import { listGates } from "@/lib/services/gates/list-gates";
import { listSources } from "@/lib/services/installation/list-sources";
import { listInvestigations } from "@/lib/services/investigations/list/list-investigations";
import { listNotices } from "@/lib/services/notices/list-notices";
import { readOverview } from "@/lib/services/overview/read-overview";
import { listTraces } from "@/lib/services/traces/list-traces";
import { createFirstQuery, type FirstQuery } from "./read-answers";

/** Queries of the page frame. They read neither Prometheus nor Jaeger, and no page repeats them. */
export const shellQueries: readonly FirstQuery[] = [
  createFirstQuery(deploymentsContract, listDeployments, deploymentsQuery),
  createFirstQuery(sourcesContract, listSources, sourcesQuery),
];

const notices = createFirstQuery(noticesContract, listNotices, noticesQuery);

const overview = (params: OverviewQueryParams): FirstQuery =>
  createFirstQuery(overviewContract, readOverview, overviewQuery(params));

/** Functions that return the first queries of each page for the search parameters of a link. Keys are page ids. */
export const firstQueries = {
  overview: async (search) => [overview(await loadView(search)), notices],
  signals: async (search) => {
    const { d, from, to, live } = await loadView(search);
    const head = overview({ from, to, live, deployment: d });
    if (d === null) return [head];
    return [
      head,
      createFirstQuery(eventsContract, listEvents, eventsQuery({ deployment: d, from, to, live })),
    ];
  },
  traces: async (search) => {
    const { d, from, to, live } = await loadView(search);
    // Without a deployment the page first selects the worst one.
    if (d === null) return [overview({ from, to, live })];
    const conditions = await loadConditions(search);
    const query = tracesQuery({ deployment: d, from, to, live, studyState: conditions });
    return [createFirstQuery(tracesContract, listTraces, query)];
  },
  baselines: async (search) => {
    const { d } = await loadView(search);
    return [createFirstQuery(baselinesContract, listBaselines, baselinesQuery(d))];
  },
  gates: async (search) => {
    const { d } = await loadView(search);
    return [createFirstQuery(gatesContract, listGates, gatesQuery({ deployment: d }))];
  },
  investigations: async (search) => {
    const { d } = await loadView(search);
    const query = investigationsQuery(toInvestigationsQuery(await loadInvestigationList(search), d));
    return [createFirstQuery(investigationsContract, listInvestigations, query)];
  },
  deployments: async () => [createFirstQuery(discoveryContract, readDiscovery, discoveryQuery), notices],
} satisfies Partial<Record<Page["id"], (search: Promise<SearchParams>) => Promise<readonly FirstQuery[]>>>;

/** Page whose document contains its first answers. */
export type PrefetchedPageId = keyof typeof firstQueries;

const loadSearch = createLoader(viewParsers);
const loadConditions = createLoader(studyParsers);
const loadInvestigationList = createLoader(investigationListParsers);

const loadView = async (search: Promise<SearchParams>): Promise<ViewState> =>
  replaceInvalidWindow(await loadSearch(search), nowMs());
