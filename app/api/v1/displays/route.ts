import { createDisplayContract, displaysContract } from "@/lib/contracts/people/displays";
import { route } from "@/lib/server/route";
import { createDisplay, withoutDisplayToken } from "@/lib/services/displays/create-display";
import { listDisplays } from "@/lib/services/displays/list-displays";

export const GET = route({ contract: displaysContract }, listDisplays);
export const POST = route(
  { contract: createDisplayContract, forRepeats: withoutDisplayToken },
  createDisplay,
);
