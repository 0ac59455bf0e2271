import { receiveEventContract } from "@/lib/contracts/events";
import { route } from "@/lib/server/route";
import { receiveEvent } from "@/lib/services/events/receive-event";

export const POST = route({ contract: receiveEventContract }, receiveEvent);
