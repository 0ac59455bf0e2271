import { confirmationMethodContract, confirmSessionContract } from "@/lib/contracts/people/session";
import { route } from "@/lib/server/route";
import { confirmSession, getConfirmationMethod } from "@/lib/services/people/confirm-session";

export const GET = route({ contract: confirmationMethodContract }, getConfirmationMethod);
export const POST = route({ contract: confirmSessionContract }, confirmSession);
