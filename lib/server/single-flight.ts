/** Work that several callers want at the same time is done once. */
import { processMemory } from "./memory";

/** The outcome of the flight under `name` that is in the air, or of a new one. A failed flight fails all who share it, once. */
export async function singleFlight<T>(name: string, work: () => Promise<T>): Promise<T> {
  const flights = processMemory("flights", () => new Map<string, Promise<unknown>>());
  const inFlight = flights.get(name);
  // Flights are named by the one place that starts them, so the type is the caller's own.
  if (inFlight) return inFlight as Promise<T>;
  const flight = work();
  flights.set(name, flight);
  try {
    return await flight;
  } finally {
    flights.delete(name);
  }
}
