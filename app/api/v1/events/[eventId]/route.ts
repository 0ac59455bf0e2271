import { deleteEventContract, editEventContract } from "@/lib/contracts/events";
import { route } from "@/lib/server/route";
import { deleteEvent } from "@/lib/services/events/delete-event";
import { editEvent } from "@/lib/services/events/edit-event";

export const PATCH = route({ contract: editEventContract }, editEvent);
export const DELETE = route({ contract: deleteEventContract }, deleteEvent);
