/** Controls of the system under test, and direct queries to the real sources. */
import { findSystemOfWorker, type SystemAddresses } from "./e2e-addresses";
import type { Fault } from "@/tests/support/sources/faults";

/** Addresses of the system that belongs to this worker. */
function address(of: keyof SystemAddresses): string {
  const system = findSystemOfWorker();
  if (system === undefined)
    throw new Error('the run\'s set-up starts the systems: start specs with "npx playwright test"');
  return system[of];
}

async function expectDone(request: Promise<Response>): Promise<void> {
  const response = await request;
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${await response.text()}`);
}

function faultsOf(of: keyof SystemAddresses) {
  const url = (): string => `${address(of)}/fault`;
  return {
    set: (fault: Fault): Promise<void> =>
      expectDone(
        fetch(url(), {
          method: "PUT",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(fault),
        }),
      ),
    clear: (): Promise<void> => expectDone(fetch(url(), { method: "DELETE" })),
  };
}

export const prometheusFaults = faultsOf("prometheusFaults");
export const jaegerFaults = faultsOf("jaegerFaults");

export type SystemPart = "postgres" | "prometheus" | "jaeger" | "simulator";

export const systemParts = {
  stop: (part: SystemPart): Promise<void> =>
    expectDone(fetch(`${address("steering")}/parts/${part}/stop`, { method: "PUT" })),
  start: (part: SystemPart): Promise<void> =>
    expectDone(fetch(`${address("steering")}/parts/${part}/start`, { method: "PUT" })),
};

/** Address of the app's PostgreSQL, with the password. */
export const databaseUrl = (): string => address("database");

export const simulatorUrl = (): string => address("simulator");

/** Address of the real Jaeger, bypassing app and proxy. */
export const jaegerUrl = (): string => address("jaeger");

export interface RangeAnswer {
  readonly labels: Readonly<Record<string, string>>;
  readonly values: readonly (readonly [seconds: number, value: string])[];
}

/** Queries the real Prometheus, bypassing app and proxy. */
export async function queryPromqlRange(
  query: string,
  grid: { readonly startMs: number; readonly endMs: number; readonly stepMs: number },
): Promise<readonly RangeAnswer[]> {
  const body = new URLSearchParams({
    query,
    start: String(grid.startMs / 1000),
    end: String(grid.endMs / 1000),
    step: String(grid.stepMs / 1000),
  });
  const response = await fetch(`${address("prometheus")}/api/v1/query_range`, {
    method: "POST",
    body,
  });
  const answer = (await response.json()) as {
    data: { result: { metric: Record<string, string>; values: [number, string][] }[] };
  };
  return answer.data.result.map(({ metric, values }) => ({ labels: metric, values }));
}

export interface InstantAnswer {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: string;
}

/** Queries the real Prometheus for one instant, bypassing app and proxy. */
export async function queryPromqlInstant(query: string, atMs: number): Promise<readonly InstantAnswer[]> {
  const body = new URLSearchParams({ query, time: String(atMs / 1000) });
  const response = await fetch(`${address("prometheus")}/api/v1/query`, {
    method: "POST",
    body,
  });
  const answer = (await response.json()) as {
    data: { result: { metric: Record<string, string>; value: [number, string] }[] };
  };
  return answer.data.result.map(({ metric, value }) => ({ labels: metric, value: value[1] }));
}
