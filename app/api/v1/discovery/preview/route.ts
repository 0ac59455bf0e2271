import { discoveryPreviewContract } from "@/lib/contracts/discovery";
import { route } from "@/lib/server/route";
import { previewSelectors } from "@/lib/services/deployment-previews/preview-selectors";

export const POST = route({ contract: discoveryPreviewContract }, previewSelectors);
