import { dismissNoticeContract } from "@/lib/contracts/notices";
import { route } from "@/lib/server/route";
import { dismissNotice } from "@/lib/services/notices/dismiss-notice";

export const POST = route({ contract: dismissNoticeContract }, dismissNotice);
