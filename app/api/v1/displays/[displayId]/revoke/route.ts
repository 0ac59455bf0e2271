import { revokeDisplayContract } from "@/lib/contracts/people/displays";
import { route } from "@/lib/server/route";
import { revokeDisplay } from "@/lib/services/displays/revoke-display";

export const POST = route({ contract: revokeDisplayContract }, revokeDisplay);
