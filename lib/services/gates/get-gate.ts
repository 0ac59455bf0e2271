/** Handler of one gate run. */
import type { gateContract } from "@/lib/contracts/gates";
import type { Handler } from "@/lib/server/handler";
import { readGateResponse } from "./gate-row";

/** Returns one gate run. Throws not-found and database-unavailable. */
export const getGate: Handler<typeof gateContract> = ({ params, principal }) =>
  readGateResponse(params.gateId, principal);
