import { spanContract } from "@/lib/contracts/traces";
import { route } from "@/lib/server/route";
import { getSpan } from "@/lib/services/traces/get-span";

export const GET = route({ contract: spanContract }, getSpan);
