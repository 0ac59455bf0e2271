import { noticesContract } from "@/lib/contracts/notices";
import { route } from "@/lib/server/route";
import { listNotices } from "@/lib/services/notices/list-notices";

export const GET = route({ contract: noticesContract }, listNotices);
