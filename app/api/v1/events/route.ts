import { createEventContract, eventsContract } from "@/lib/contracts/events";
import { route } from "@/lib/server/route";
import { createEvent } from "@/lib/services/events/create-event";
import { listEvents } from "@/lib/services/events/list-events";

export const GET = route({ contract: eventsContract }, listEvents);
export const POST = route({ contract: createEventContract, chooseStatus: () => 201 }, createEvent);
