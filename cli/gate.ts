/**
 * The command `ridgepoint gate`: runs a gate on a server and exits with its verdict: 0 pass, 1 fail, 2 cannot tell. A
 * server that cannot be reached, refuses the request or sends an unreadable response gives 70, never 1.
 */
import { setTimeout as wait } from "node:timers/promises";
import { gateContract, type GateResponse } from "@/lib/contracts/gates";
import type { GateVerdict } from "@/lib/model/gate/gate-result";
import { requestApi, type ApiRequestOptions } from "./api-request";
import type { ApiServer } from "./options";
import { baselineAdvice } from "./baseline-advice";
import type { Command } from "./command";
import { gateUsage, parseGateArguments, type GateArguments, type GateFormat } from "./gate-arguments";
import { formatGateJunit } from "./gate-junit";
import { formatGateText } from "./gate-text";
import { createFailure, createUsageError, type CliOutcome } from "./outcome";

const pollMs = 1_000;
/** Failed polls in a row, for example while the server restarts. */
const maxFailedPolls = 60;
/** A run that is not complete this long after its due time has no job that evaluates it. */
const maxOverdueMs = 300_000;

const exitCodes = { pass: 0, fail: 1, "cannot-tell": 2 } as const satisfies Record<GateVerdict, number>;

/** Command `ridgepoint gate`: creates a gate run and prints its verdict. */
export const gateCommand: Command = {
  usage: gateUsage,
  run: async (args, environment) => {
    const parsed = parseGateArguments(args, environment);
    if (typeof parsed === "string") return createUsageError(parsed, gateUsage);
    const created = await requestGate(parsed.server, "/api/v1/gates", { body: parsed.body });
    if (created.kind === "failure") return created.outcome;
    const final = parsed.waitsForVerdict ? await waitForVerdict(created.gate, parsed) : created;
    return final.kind === "failure" ? final.outcome : reportRun(final.gate, parsed);
  },
};

type GateAnswer =
  | { readonly kind: "gate"; readonly gate: GateResponse }
  | { readonly kind: "failure"; readonly outcome: CliOutcome; readonly isTemporary: boolean };

async function requestGate(
  server: ApiServer,
  path: `/api/v1/${string}`,
  options: ApiRequestOptions,
): Promise<GateAnswer> {
  const result = await requestApi<unknown>(server, path, { advice: baselineAdvice, ...options });
  if (result.kind === "failure") {
    const { outcome, code } = result;
    const exitCode = code === "invalid-input" ? 64 : 70;
    return {
      kind: "failure",
      outcome: { ...outcome, exitCode },
      isTemporary: code === null || code === "database-unavailable" || code === "timeout",
    };
  }
  const parsed = gateContract.response.safeParse(result.body);
  if (parsed.success) return { kind: "gate", gate: parsed.data };
  const failure = createFailure(
    `the server at ${server.url} sent a response that this program cannot read`,
    "use the same release of the program and the server",
  );
  return { kind: "failure", outcome: { ...failure, exitCode: 70 }, isTemporary: false };
}

async function waitForVerdict(
  first: GateResponse,
  { server }: Pick<GateArguments, "server">,
): Promise<GateAnswer> {
  const latestMs = Date.now() + ((first.gate.waitingUntilMs ?? first.asOfMs) - first.asOfMs) + maxOverdueMs;
  let current: GateAnswer = { kind: "gate", gate: first };
  let failedPolls = 0;
  while (current.kind === "gate" && current.gate.gate.state === "waiting" && Date.now() < latestMs) {
    await wait(pollMs);
    const next: GateAnswer = await requestGate(server, `/api/v1/gates/${first.gate.id}`, {});
    failedPolls = next.kind === "failure" ? failedPolls + 1 : 0;
    const mayRecover = next.kind === "failure" && next.isTemporary && failedPolls < maxFailedPolls;
    current = mayRecover ? current : next;
  }
  return current;
}

const formats: { readonly [Format in GateFormat]: (gate: GateResponse, url: string) => string } = {
  text: formatGateText,
  json: (gate) => JSON.stringify(gate, undefined, 2),
  junit: formatGateJunit,
};

/** A run that still waits has no verdict. */
function reportRun(gate: GateResponse, { server, format }: GateArguments): CliOutcome {
  return {
    exitCode: exitCodes[gate.gate.verdict ?? "cannot-tell"],
    output: formats[format](gate, server.url),
    errorOutput: "",
  };
}
