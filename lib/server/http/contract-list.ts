/** Lists the contracts of all endpoints, so that none can be forgotten. */
import type { AnyContract } from "@/lib/contracts/contract";

const isContract = (exported: unknown): exported is AnyContract =>
  typeof exported === "object" &&
  exported !== null &&
  "method" in exported &&
  "path" in exported &&
  "maxBodyBytes" in exported;

/**
 * Contracts of all files in `lib/contracts`, because the framework does not expose the endpoints of a path.
 */
export const contracts: readonly AnyContract[] = Object.values(
  import.meta.glob<Readonly<Record<string, unknown>>>(
    ["../../contracts/**/*.ts", "!../../contracts/**/*.test.ts"],
    {
      eager: true,
    },
  ),
)
  .flatMap((module) => Object.values(module))
  .filter(isContract);
