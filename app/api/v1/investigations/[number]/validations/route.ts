import { storeValidationContract, validationsContract } from "@/lib/contracts/investigations/validations";
import { route } from "@/lib/server/route";
import { listValidations } from "@/lib/services/investigations/validation/get-validation";
import { storeValidation } from "@/lib/services/investigations/validation/store-validation";

export const GET = route({ contract: validationsContract }, listValidations);
export const POST = route({ contract: storeValidationContract, chooseStatus: () => 201 }, storeValidation);
