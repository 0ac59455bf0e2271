import { addCommentContract } from "@/lib/contracts/investigations/timeline";
import { route } from "@/lib/server/route";
import { addComment } from "@/lib/services/investigations/timeline/write-entries";

export const POST = route({ contract: addCommentContract, chooseStatus: () => 201 }, addComment);
