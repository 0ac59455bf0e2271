/** What a browser spec may do to the system behind the app, and how it asks the real sources for the truth. */
import type { Fault } from "../support/faults";

function address(name: string): string {
  const value = process.env[name];
  if (value === undefined)
    throw new Error(`${name} is set by the run's set-up: start specs with "npx playwright test"`);
  return value;
}

async function expectDone(request: Promise<Response>): Promise<void> {
  const response = await request;
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${await response.text()}`);
}

function faultsOf(name: string) {
  const url = (): string => `${address(name)}/fault`;
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

export const prometheusFaults = faultsOf("RIDGEPOINT_E2E_PROMETHEUS_FAULTS");
export const jaegerFaults = faultsOf("RIDGEPOINT_E2E_JAEGER_FAULTS");

export type SteeredPart = "postgres" | "prometheus" | "jaeger" | "simulator";

export const parts = {
  stop: (part: SteeredPart): Promise<void> =>
    expectDone(fetch(`${address("RIDGEPOINT_E2E_STEERING")}/parts/${part}/stop`, { method: "PUT" })),
  start: (part: SteeredPart): Promise<void> =>
    expectDone(fetch(`${address("RIDGEPOINT_E2E_STEERING")}/parts/${part}/start`, { method: "PUT" })),
};

export const simulatorUrl = (): string => address("RIDGEPOINT_E2E_SIMULATOR");

export interface RangeAnswer {
  readonly labels: Readonly<Record<string, string>>;
  readonly values: readonly (readonly [seconds: number, value: string])[];
}

/** Asks the real Prometheus, past the app and the proxy. */
export async function promqlRange(
  query: string,
  grid: { readonly startMs: number; readonly endMs: number; readonly stepMs: number },
): Promise<readonly RangeAnswer[]> {
  const body = new URLSearchParams({
    query,
    start: String(grid.startMs / 1000),
    end: String(grid.endMs / 1000),
    step: String(grid.stepMs / 1000),
  });
  const response = await fetch(`${address("RIDGEPOINT_E2E_PROMETHEUS")}/api/v1/query_range`, {
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

/** Asks the real Prometheus for one moment, past the app and the proxy. */
export async function promqlInstant(query: string, atMs: number): Promise<readonly InstantAnswer[]> {
  const body = new URLSearchParams({ query, time: String(atMs / 1000) });
  const response = await fetch(`${address("RIDGEPOINT_E2E_PROMETHEUS")}/api/v1/query`, {
    method: "POST",
    body,
  });
  const answer = (await response.json()) as {
    data: { result: { metric: Record<string, string>; value: [number, string] }[] };
  };
  return answer.data.result.map(({ metric, value }) => ({ labels: metric, value: value[1] }));
}
