/** Runs work that several callers request at the same time only once. */
import { processMemory } from "./memory";

/** Joins the running work under `name`, or starts it. A failure is returned to all callers. */
export async function singleFlight<T>(name: string, work: () => Promise<T>): Promise<T> {
  const flights = processMemory("flights", () => new Map<string, Promise<unknown>>());
  const inFlight = flights.get(name);
  // Each name has a single call site, so the type is that of the caller.
  if (inFlight) return inFlight as Promise<T>;
  const flight = work();
  flights.set(name, flight);
  try {
    return await flight;
  } finally {
    flights.delete(name);
  }
}
