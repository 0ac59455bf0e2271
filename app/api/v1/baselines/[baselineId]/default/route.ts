import { unsetDefaultBaselineContract, setDefaultBaselineContract } from "@/lib/contracts/baselines";
import { route } from "@/lib/server/route";
import { unsetDefaultBaseline, setDefaultBaseline } from "@/lib/services/baselines/set-default";

export const POST = route(
  { contract: setDefaultBaselineContract, chooseStatus: () => 201 },
  setDefaultBaseline,
);
export const DELETE = route({ contract: unsetDefaultBaselineContract }, unsetDefaultBaseline);
