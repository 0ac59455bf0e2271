import { previewSourcesContract } from "@/lib/contracts/installation/source-preview";
import { route } from "@/lib/server/route";
import { previewSources } from "@/lib/services/data-check/new-sources/preview-sources";

export const POST = route({ contract: previewSourcesContract }, previewSources);
