import { collectedDataContract } from "@/lib/contracts/investigations/collected-data";
import { route } from "@/lib/server/route";
import { collectStepData } from "@/lib/services/investigations/collections/collect-step-data";

export const GET = route({ contract: collectedDataContract }, collectStepData);
