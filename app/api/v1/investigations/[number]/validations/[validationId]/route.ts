import { validationContract } from "@/lib/contracts/investigations/validations";
import { route } from "@/lib/server/route";
import { getValidation } from "@/lib/services/investigations/validation/get-validation";

export const GET = route({ contract: validationContract }, getValidation);
