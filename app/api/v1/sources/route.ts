import { sourcesContract } from "@/lib/contracts/sources";
import { route } from "@/lib/server/route";
import { listSources } from "@/lib/services/installation/list-sources";

export const GET = route({ contract: sourcesContract }, listSources);
