import { overviewContract } from "@/lib/contracts/overview";
import { route } from "@/lib/server/route";
import { readOverview } from "@/lib/services/overview/read-overview";

export const GET = route({ contract: overviewContract }, readOverview);
