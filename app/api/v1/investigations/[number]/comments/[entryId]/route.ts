import { editCommentContract } from "@/lib/contracts/investigations/timeline";
import { route } from "@/lib/server/route";
import { editComment } from "@/lib/services/investigations/timeline/write-entries";

export const PATCH = route({ contract: editCommentContract }, editComment);
