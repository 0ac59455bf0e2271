/** Problem responses below /api for unknown paths and for methods that a path does not support. */
import { randomUUID } from "node:crypto";
import {
  createEventContract,
  deleteEventContract,
  editEventContract,
  eventsContract,
} from "@/lib/contracts/events";
import { deploymentExportersContract } from "@/lib/contracts/deployment-exporters";
import { dataCheckContract } from "@/lib/contracts/data-check";
import { deploymentsContract } from "@/lib/contracts/deployments";
import { discoveryContract, previewContract, reviewDeploymentContract } from "@/lib/contracts/discovery";
import { healthContract } from "@/lib/contracts/health";
import { labelsContract } from "@/lib/contracts/labels";
import { dismissNoticeContract, noticesContract } from "@/lib/contracts/notices";
import { openTracesContract } from "@/lib/contracts/traces/open-traces";
import { overviewContract } from "@/lib/contracts/overview";
import { rooflineContract } from "@/lib/contracts/roofline/roofline";
import { editSettingContract, settingVersionsContract } from "@/lib/contracts/roofline/roofline-setting";
import {
  acceleratorsContract,
  acceleratorVersionsContract,
  addAcceleratorContract,
  addModelContract,
  editAcceleratorContract,
  editModelContract,
  exportRooflineContract,
  importRooflineContract,
  modelsContract,
  modelVersionsContract,
  readModelContract,
} from "@/lib/contracts/roofline/roofline-tables";
import { rooflineSummaryContract } from "@/lib/contracts/roofline/roofline-summary";
import { signalsContract } from "@/lib/contracts/signals";
import { checkSourceContract, sourcesContract } from "@/lib/contracts/sources";
import { traceStudyContract } from "@/lib/contracts/traces/trace-study";
import { traceComparisonContract } from "@/lib/contracts/traces/trace-comparison";
import { traceFlowContract } from "@/lib/contracts/traces/trace-flow";
import { traceOperationsContract } from "@/lib/contracts/traces/trace-operations";
import { traceMeaningContract, traceServicesContract } from "@/lib/contracts/traces/trace-meaning";
import { traceExportContract } from "@/lib/contracts/traces/trace-export";
import {
  firstRowsContract,
  spanContract,
  traceContract,
  tracesContract,
} from "@/lib/contracts/traces/traces";
import { usualRangesContract } from "@/lib/contracts/usual-ranges";
import { AppError } from "@/lib/model/app-error";
import { readEnvironment } from "@/lib/server/environment/env";
import { problemResponse } from "./problem-response";
import { assertAllowedHost } from "./request-guard";
import { sentMethod } from "./trace-method";

/** All endpoints. The framework does not expose the methods of a path. */
export const endpoints: readonly { readonly method: string; readonly path: string }[] = [
  checkSourceContract,
  createEventContract,
  dataCheckContract,
  deleteEventContract,
  deploymentExportersContract,
  deploymentsContract,
  discoveryContract,
  dismissNoticeContract,
  editEventContract,
  eventsContract,
  healthContract,
  labelsContract,
  noticesContract,
  openTracesContract,
  overviewContract,
  previewContract,
  reviewDeploymentContract,
  rooflineContract,
  rooflineSummaryContract,
  acceleratorsContract,
  acceleratorVersionsContract,
  addAcceleratorContract,
  addModelContract,
  editAcceleratorContract,
  editModelContract,
  exportRooflineContract,
  importRooflineContract,
  modelsContract,
  modelVersionsContract,
  readModelContract,
  editSettingContract,
  settingVersionsContract,
  signalsContract,
  sourcesContract,
  traceComparisonContract,
  firstRowsContract,
  spanContract,
  traceContract,
  traceStudyContract,
  traceFlowContract,
  traceMeaningContract,
  traceOperationsContract,
  traceServicesContract,
  traceExportContract,
  tracesContract,
  usualRangesContract,
];

/** Methods that the framework adds to every reading endpoint. */
const byFramework: Readonly<Record<string, readonly string[]>> = { GET: ["HEAD"] };

/** Returns the refusal of an unsupported method. Undefined when the method is supported, and for unknown paths. */
export function methodNotAllowed(method: string, pathname: string): Response | undefined {
  const methods = endpoints
    .filter(({ path }) => matchesPath(path, pathname))
    .map((endpoint) => endpoint.method);
  const allowed = ["OPTIONS", ...methods.flatMap((each) => [each, ...(byFramework[each] ?? [])])];
  if (methods.length === 0 || allowed.includes(method)) return undefined;
  const refusal = problemResponse(
    new AppError("method-not-allowed", `${pathname} does not support ${sentMethod(method)}`),
    randomUUID(),
  );
  refusal.headers.set("allow", allowed.toSorted().join(", "));
  return refusal;
}

function matchesPath(path: string, pathname: string): boolean {
  const [parts, requestedParts] = [path.split("/"), pathname.replace(/\/$/, "").split("/")];
  return (
    parts.length === requestedParts.length &&
    parts.every((part, index) =>
      part.startsWith("[") ? requestedParts[index] !== "" : part === requestedParts[index],
    )
  );
}

/** Responds to every unknown path below /api. */
export function notFoundEndpoint(request: Request): Response {
  const requestId = randomUUID();
  try {
    assertAllowedHost(request.headers, readEnvironment().publicUrl);
    throw new AppError("not-found", `there is no endpoint at ${new URL(request.url).pathname}`);
  } catch (error) {
    return problemResponse(error, requestId);
  }
}
