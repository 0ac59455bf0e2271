import { importBaselineContract } from "@/lib/contracts/baselines";
import { route } from "@/lib/server/route";
import { importBaseline } from "@/lib/services/baselines/import-baseline";

export const POST = route({ contract: importBaselineContract, chooseStatus: () => 201 }, importBaseline);
