import { firstRowsContract } from "@/lib/contracts/traces/traces";
import { route } from "@/lib/server/route";
import { getFirstRows } from "@/lib/services/traces/waterfall/get-first-rows";

export const GET = route({ contract: firstRowsContract }, getFirstRows);
