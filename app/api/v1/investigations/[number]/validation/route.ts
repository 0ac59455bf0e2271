import { validationPreviewContract } from "@/lib/contracts/investigations/validations";
import { route } from "@/lib/server/route";
import { previewValidation } from "@/lib/services/investigations/validation/store-validation";

export const GET = route({ contract: validationPreviewContract }, previewValidation);
