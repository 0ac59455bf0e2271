/** The command `ridgepoint investigations`: lists, opens, shows and comments on investigations of a running server. */
import type { ResponseOf } from "@/lib/contracts/contract";
import type {
  InvestigationResponse,
  InvestigationsResponse,
  OpenInvestigationBody,
  openInvestigationContract,
} from "@/lib/contracts/investigations/investigations";
import type { addCommentContract } from "@/lib/contracts/investigations/timeline";
import { investigationName } from "@/lib/model/investigation/investigation";
import type { ProblemCode } from "@/lib/model/problem";
import { requestApi, type ApiRequestOptions } from "./api-request";
import type { Command } from "./command";
import {
  investigationsUsage,
  parseInvestigationsArguments,
  type InvestigationsAction,
  type InvestigationsArguments,
} from "./investigations-arguments";
import { formatInvestigation, formatInvestigationList } from "./investigations-text";
import { createSuccess, createUsageError, type Outcome } from "./outcome";

const path = "/api/v1/investigations";

const advice: Partial<Record<ProblemCode, string>> = {
  "not-found": "npx ridgepoint investigations list --state all",
  forbidden: "use an API token with the scope write. Its maker must be an editor to open an investigation",
};

export const investigationsCommand: Command = {
  usage: investigationsUsage,
  run: async (args, environment) => {
    const parsed = parseInvestigationsArguments(args, environment);
    if (typeof parsed === "string") return createUsageError(parsed, investigationsUsage);
    return runAction(parsed);
  },
};

async function runAction({ action, server, isJsonOutput }: InvestigationsArguments): Promise<Outcome> {
  const ask = async <T>(
    at: `/api/v1/${string}`,
    options: ApiRequestOptions,
    format: (body: T) => string,
  ): Promise<Outcome> => {
    const result = await requestApi<T>(server, at, { advice, ...options });
    if (result.kind === "failure") return result.outcome;
    return createSuccess(
      isJsonOutput
        ? JSON.stringify(result.body, undefined, 2)
        : format(result.body).replaceAll("\u202f", " "),
    );
  };
  switch (action.kind) {
    case "list":
      return ask<InvestigationsResponse>(path, { query: createListQuery(action) }, formatInvestigationList);
    case "open":
      return ask<ResponseOf<typeof openInvestigationContract>>(
        path,
        { body: createOpenBody(action) },
        ({ investigation: { number } }) => `${investigationName(number)} ${pageUrl(server.url, number)}`,
      );
    case "show":
      return ask<InvestigationResponse>(`${path}/${action.number}`, {}, (body) =>
        formatInvestigation(body, pageUrl(server.url, action.number)),
      );
    case "comment":
      return ask<ResponseOf<typeof addCommentContract>>(
        `${path}/${action.number}/comments`,
        { body: { text: action.text } },
        () => `Added the comment to ${investigationName(action.number)}.`,
      );
  }
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

function createOpenBody({
  title,
  severity,
  deployments,
  tags,
}: Extract<InvestigationsAction, { kind: "open" }>): OpenInvestigationBody {
  return { title, severity, deployments: [...deployments], tags: [...tags] };
}
