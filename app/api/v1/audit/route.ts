import { auditContract } from "@/lib/contracts/audit";
import { route } from "@/lib/server/route";
import { listAuditEntries } from "@/lib/services/audit/list-audit-entries";

export const GET = route({ contract: auditContract }, listAuditEntries);
