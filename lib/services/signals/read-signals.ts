/**
 * Answers all visible panels of a page in one request. Panels that are not ready in time are returned as pending.
 * Their reads continue, and the next identical request finds the result.
 */
import type { PanelOutcome, signalsContract } from "@/lib/contracts/signals";
import type { Answer } from "@/lib/model/answer";
import { questionKey, type Question } from "@/lib/model/question";
import { nowMs } from "@/lib/server/clock";
import type { Handler } from "@/lib/server/handler";
import { joinOngoing, type OngoingWork } from "@/lib/server/ongoing-work";
import { toProblem } from "@/lib/server/http/problem";
import { answerQuestion } from "./answer-question";

function startAnswer(question: Question): OngoingWork<Answer> {
  const { scope, window } = question;
  const lane = `signals ${scope.deployment} ${window.from} ${window.to}`;
  return joinOngoing("signals-ongoing", questionKey(question), (signal) =>
    answerQuestion(question, { signal, lane }),
  );
}

export const readSignals: Handler<typeof signalsContract> = async ({ body, signal, requestId }) => {
  const time = waitFor(body.waitMs, signal);
  const panels = await Promise.all(
    body.questions.map(async ({ key, question }): Promise<PanelOutcome> => {
      const { startedMs, outcome } = startAnswer(withoutUndefined(question));
      const settled = await Promise.race([outcome, time]);
      if (settled === "late") return { key, state: "pending", forMs: Math.max(0, nowMs() - startedMs) };
      if (settled.kind === "failed")
        return { key, state: "failed", problem: toProblem(settled.error, requestId) };
      return { key, state: "answered", answer: toWire(settled.value) };
    }),
  );
  return { asOfMs: nowMs(), panels };
};

async function waitFor(waitMs: number, signal: AbortSignal): Promise<"late"> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, waitMs);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
  return "late";
}

type SentQuestion = Parameters<Handler<typeof signalsContract>>[0]["body"]["questions"][number]["question"];

/** Removes optional fields that Zod set to `undefined`. */
function withoutUndefined({ scope, extras, ...rest }: SentQuestion): Question {
  return {
    ...rest,
    ...(extras === undefined ? {} : { extras }),
    scope: {
      deployment: scope.deployment,
      ...(scope.model === undefined ? {} : { model: scope.model }),
      ...(scope.instance === undefined ? {} : { instance: scope.instance }),
      ...(scope.split === undefined ? {} : { split: scope.split }),
    },
  };
}

type WireAnswer = Extract<PanelOutcome, { state: "answered" }>["answer"];

/** Casts an answer to the type of the contract, whose arrays are mutable. The answer is only serialized. */
export function toWire(answer: Answer): WireAnswer {
  return answer as unknown as WireAnswer;
}
