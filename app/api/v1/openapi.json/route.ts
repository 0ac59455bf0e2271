import { apiDescriptionContract } from "@/lib/contracts/installation/api-description";
import { route } from "@/lib/server/route";
import { getApiDescription } from "@/lib/services/installation/get-api-description";

export const GET = route({ contract: apiDescriptionContract }, getApiDescription);
