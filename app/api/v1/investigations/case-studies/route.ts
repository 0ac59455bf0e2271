import { caseStudiesContract } from "@/lib/contracts/investigations/reports/case-studies";
import { route } from "@/lib/server/route";
import { listCaseStudies } from "@/lib/services/investigations/reports/case-studies/list-case-studies";

export const GET = route({ contract: caseStudiesContract }, listCaseStudies);
