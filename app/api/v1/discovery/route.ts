import { discoveryContract } from "@/lib/contracts/discovery";
import { route } from "@/lib/server/route";
import { readDiscovery } from "@/lib/services/discovery/read-discovery";

export const GET = route({ contract: discoveryContract }, readDiscovery);
