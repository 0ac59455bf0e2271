// The published case study of the resolved investigation. Its problem and its effect are the proposal from the record.
import {
  caseStudyContract,
  editCaseStudyContract,
} from "@/lib/contracts/investigations/reports/case-studies";
import { editCaseStudy } from "@/lib/services/investigations/reports/case-studies/edit-case-study";
import { getCaseStudy } from "@/lib/services/investigations/reports/case-studies/get-case-study";
import type { EndpointCaller } from "../writing/call-endpoint";
import { incidentDeployment } from "./incidents";

/** Publishes the case study. The state of the investigation must be resolved. Throws AppError. */
export async function publishCaseStudy(call: EndpointCaller, investigationNumber: number): Promise<void> {
  const params = { number: String(investigationNumber) };
  const { caseStudy } = await call(caseStudyContract, getCaseStudy, { params });
  const { problem, cause, effect, causeClass, version } = caseStudy;
  await call(editCaseStudyContract, editCaseStudy, {
    params,
    version,
    body: {
      title: `Shared hosts make the output tokens of ${incidentDeployment} slow`,
      problem,
      cause: `${cause}\n\nThe symptom returned after the first move, because the new hosts were also shared.`,
      fix: `Move ${incidentDeployment} to other hosts, and reserve them for this deployment.`,
      effect,
      causeClass,
      isPublished: true,
    },
  });
}
