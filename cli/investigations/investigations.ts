/**
 * The command `ridgepoint investigations`: lists, opens, shows and exports investigations of a running server, comments on
 * them, and attaches files.
 */
import type { ResponseOf } from "@/lib/contracts/contract";
import type {
  InvestigationResponse,
  InvestigationsResponse,
  OpenInvestigationBody,
  openInvestigationContract,
} from "@/lib/contracts/investigations/investigations";
import type { EvidenceListResponse } from "@/lib/contracts/investigations/hypotheses";
import type { GoalCheckResponse } from "@/lib/contracts/investigations/goal-check";
import type { AddEvidenceFileResponse } from "@/lib/contracts/investigations/evidence-files";
import type { InvestigationExport } from "@/lib/contracts/investigations/export";
import type { TemplatesResponse } from "@/lib/contracts/investigations/templates";
import type { addCommentContract } from "@/lib/contracts/investigations/timeline";
import { investigationName } from "@/lib/model/investigation/investigation";
import type { ProblemCode } from "@/lib/model/problem";
import { requestApi, type ApiRequestOptions } from "../api-request";
import type { Command } from "../command";
import {
  investigationsUsage,
  parseInvestigationsArguments,
  type InvestigationsAction,
  type InvestigationsArguments,
} from "./investigations-arguments";
import { formatAttachment, formatInvestigation, formatInvestigationList } from "./investigations-text";
import { createFailure, createSuccess, createUsageError, type CliOutcome } from "../outcome";
import { readAttachment } from "./read-attachment";

const path = "/api/v1/investigations";

const advice: Partial<Record<ProblemCode, string>> = {
  "not-found": "npx ridgepoint investigations list --state all",
  forbidden:
    "use an API token with the scope write. To open an investigation or attach a file, the creator of the token must be an editor",
};

/** Advice for requests that name no investigation: `not-found` then means that a deployment is unknown. */
const deploymentAdvice = { ...advice, "not-found": "pass a name that Settings › Deployments lists" };

/** Command that lists, opens, shows and extends investigations from a terminal or a CI job. */
export const investigationsCommand: Command = {
  usage: investigationsUsage,
  run: async (args, environment) => {
    const parsed = parseInvestigationsArguments(args, environment);
    if (typeof parsed === "string") return createUsageError(parsed, investigationsUsage);
    return runAction(parsed);
  },
};

interface Question<T> {
  readonly at: `/api/v1/${string}`;
  readonly options?: ApiRequestOptions;
  readonly format: (body: T) => string;
}

async function sendRequest<T>(
  { server, isJsonOutput }: InvestigationsArguments,
  { at, options = {}, format }: Question<T>,
): Promise<CliOutcome> {
  const result = await requestApi<T>(server, at, { advice, ...options });
  if (result.kind === "failure") return result.outcome;
  const { body } = result;
  // Thin spaces suit only proportional fonts.
  return createSuccess(
    isJsonOutput ? JSON.stringify(body, undefined, 2) : format(body).replaceAll("\u202f", " "),
  );
}

function runAction(request: InvestigationsArguments): Promise<CliOutcome> {
  const { action } = request;
  switch (action.kind) {
    case "list":
      return sendRequest<InvestigationsResponse>(request, {
        at: path,
        options: { query: createListQuery(action), advice: deploymentAdvice },
        format: formatInvestigationList,
      });
    case "open":
      return openInvestigation(request, action);
    case "show":
      return showInvestigation(request, action.number);
    case "export":
      return sendRequest<InvestigationExport>(request, {
        at: `${path}/${action.number}/export`,
        options: { query: { format: action.format } },
        format: (body) =>
          body.format === "markdown" ? body.text : JSON.stringify(body.document, undefined, 2),
      });
    case "comment":
      return sendRequest<ResponseOf<typeof addCommentContract>>(request, {
        at: `${path}/${action.number}/comments`,
        options: { body: { text: action.text } },
        format: () => `Added the comment to ${investigationName(action.number)}.`,
      });
    case "attach":
      return attachFile(request, action);
  }
}

type OpenAction = Extract<InvestigationsAction, { kind: "open" }>;

async function openInvestigation(request: InvestigationsArguments, action: OpenAction): Promise<CliOutcome> {
  const { server } = request;
  const template = await findTemplate(request, action.template);
  if (template.kind === "failure") return template.outcome;
  return sendRequest<ResponseOf<typeof openInvestigationContract>>(request, {
    at: path,
    options: { body: createOpenBody(action, template.id), advice: deploymentAdvice },
    format: ({ investigation: { number } }) => `${investigationName(number)} ${pageUrl(server.url, number)}`,
  });
}

type FoundTemplate =
  | { readonly kind: "found"; readonly id: string | null }
  | { readonly kind: "failure"; readonly outcome: CliOutcome };

/** Returns the id of the template with the name, and null without a name. Two teams may use one name. */
async function findTemplate(
  { server }: InvestigationsArguments,
  name: string | undefined,
): Promise<FoundTemplate> {
  if (name === undefined) return { kind: "found", id: null };
  const result = await requestApi<TemplatesResponse>(server, `${path}/templates`, { advice });
  if (result.kind === "failure") return result;
  const { templates } = result.body;
  const found = templates.filter((one) => one.name.toLowerCase() === name.toLowerCase());
  const [template] = found;
  if (template !== undefined && found.length === 1) return { kind: "found", id: template.id };
  const names = templates.map((one) => one.name).join(", ");
  return {
    kind: "failure",
    outcome:
      template === undefined
        ? createFailure(
            `no template has the name “${name}”`,
            names === "" ? "create a template in Settings › Templates" : `pass one of: ${names}`,
          )
        : createFailure(
            `several teams have a template with the name “${name}”`,
            "give one of the templates a different name in Settings › Templates",
          ),
  };
}

/** Sends the file with its size and hash, so that the server detects a change on the way. */
async function attachFile(
  request: InvestigationsArguments,
  { number, path: filePath, title }: Extract<InvestigationsAction, { kind: "attach" }>,
): Promise<CliOutcome> {
  const read = await readAttachment(filePath);
  if (!read.ok) return createFailure(read.error, "pass a file of 1 byte to 5 MiB that you may read");
  const { bytes, fileName, sha256 } = read.value;
  const byteCount = String(bytes.byteLength);
  return sendRequest<AddEvidenceFileResponse>(request, {
    at: `${path}/${number}/evidence/files`,
    options: {
      query: { fileName, byteCount, sha256, ...(title === undefined ? {} : { title }) },
      file: bytes,
    },
    format: ({ evidence }) => formatAttachment(number, evidence),
  });
}

/** Shows an investigation with the check of its goal. JSON is the response of the investigation with all its evidence. */
async function showInvestigation(request: InvestigationsArguments, number: number): Promise<CliOutcome> {
  const at = `${path}/${number}` as const;
  const found = await requestApi<InvestigationResponse>(request.server, at, { advice });
  if (found.kind === "failure") return found.outcome;
  const listed = found.body.earlierEvidenceCount === 0 ? null : await readEvidence(request, at);
  if (listed?.kind === "failure") return listed.outcome;
  const body =
    listed === null ? found.body : { ...found.body, evidence: listed.body.evidence, earlierEvidenceCount: 0 };
  if (request.isJsonOutput) return createSuccess(JSON.stringify(body, undefined, 2));
  const goalCheck = body.investigation.goal === null ? null : await readGoalCheck(request, at);
  const text = formatInvestigation(body, { url: pageUrl(request.server.url, number), goalCheck });
  return createSuccess(text.replaceAll("\u202f", " "));
}

/** Reads all pieces of evidence, because the response of an investigation has the newest ones only. */
function readEvidence({ server }: InvestigationsArguments, at: `/api/v1/${string}`) {
  return requestApi<EvidenceListResponse>(server, `${at}/evidence`, { advice });
}

/** Returns the result in a sentence. A check that fails does not hide the investigation. */
async function readGoalCheck(
  { server }: InvestigationsArguments,
  at: `/api/v1/${string}`,
): Promise<string | null> {
  const checked = await requestApi<GoalCheckResponse>(server, `${at}/goal-check`, { advice });
  if (checked.kind === "failure")
    return "The goal could not be checked. The page of the investigation in Ridgepoint states the reason.";
  return checked.body.check?.sentence ?? null;
}

function pageUrl(serverUrl: string, number: number): string {
  return `${serverUrl}/investigations/${investigationName(number)}`;
}

function createListQuery({
  states,
  severity,
  deployment,
  tag,
  text,
}: Extract<InvestigationsAction, { kind: "list" }>): Readonly<Record<string, string>> {
  return {
    limit: "100",
    ...(states.length === 0 ? {} : { states: states.join(",") }),
    ...(severity === undefined ? {} : { severities: String(severity) }),
    ...(deployment === undefined ? {} : { deployment }),
    ...(tag === undefined ? {} : { tag }),
    ...(text === undefined ? {} : { text }),
  };
}

function createOpenBody(
  { title, severity, deployments, tags }: OpenAction,
  templateId: string | null,
): OpenInvestigationBody {
  return {
    title,
    deployments: [...deployments],
    ...(severity === undefined ? {} : { severity }),
    ...(tags.length === 0 ? {} : { tags: [...tags] }),
    ...(templateId === null ? {} : { templateId }),
  };
}
