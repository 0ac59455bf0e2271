import { dataCheckContract } from "@/lib/contracts/data-check";
import { route } from "@/lib/server/route";
import { checkData } from "@/lib/services/data-check/check-data";

export const GET = route({ contract: dataCheckContract }, checkData);
