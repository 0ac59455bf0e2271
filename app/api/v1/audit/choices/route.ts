import { auditChoicesContract } from "@/lib/contracts/audit";
import { route } from "@/lib/server/route";
import { listAuditChoices } from "@/lib/services/audit/list-audit-choices";

export const GET = route({ contract: auditChoicesContract }, listAuditChoices);
