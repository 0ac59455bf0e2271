/** Every endpoint of the application: its contract and its handler. */
import type { AnyContract } from "@/lib/contracts/contract";
import { contracts } from "@/lib/server/http/contract-list";
import { assertPresent } from "@/lib/base/assert";

type Handler = (request: Request, context: { readonly params: Promise<unknown> }) => Promise<Response>;

const routes = import.meta.glob<Readonly<Record<string, unknown>>>("../../../app/api/**/route.ts");

/** Returns the contract with this id. */
export function contractById(id: string): AnyContract {
  return assertPresent(
    contracts.find((contract) => contract.id === id),
    `there is an endpoint ${id}`,
  );
}

/** Returns the handler of the contract's route file. */
export async function loadHandler({ method, path }: AnyContract): Promise<Handler> {
  const routeFile = await routes[`../../../app${path}/route.ts`]?.();
  return routeFile?.[method] as Handler;
}
