import { createGateContract, gatesContract } from "@/lib/contracts/gates";
import { route } from "@/lib/server/route";
import { createGate } from "@/lib/services/gates/create-gate";
import { listGates } from "@/lib/services/gates/list-gates";

export const GET = route({ contract: gatesContract }, listGates);
export const POST = route(
  {
    contract: createGateContract,
    chooseStatus: ({ gate }) => (gate.state === "complete" ? 201 : 202),
  },
  createGate,
);
