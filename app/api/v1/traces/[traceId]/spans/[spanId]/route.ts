import { spanContract } from "@/lib/contracts/traces/traces";
import { route } from "@/lib/server/route";
import { getSpan } from "@/lib/services/traces/waterfall/get-span";

export const GET = route({ contract: spanContract }, getSpan);
