import {
  caseStudyContract,
  editCaseStudyContract,
} from "@/lib/contracts/investigations/reports/case-studies";
import { route } from "@/lib/server/route";
import { editCaseStudy } from "@/lib/services/investigations/reports/case-studies/edit-case-study";
import { getCaseStudy } from "@/lib/services/investigations/reports/case-studies/get-case-study";

export const GET = route({ contract: caseStudyContract }, getCaseStudy);
export const PATCH = route({ contract: editCaseStudyContract }, editCaseStudy);
