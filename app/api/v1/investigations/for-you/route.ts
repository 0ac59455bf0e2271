import { forYouContract } from "@/lib/contracts/investigations/people";
import { route } from "@/lib/server/route";
import { readForYou } from "@/lib/services/investigations/people/read-for-you";

export const GET = route({ contract: forYouContract }, readForYou);
