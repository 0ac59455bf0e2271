/**
 * Answers all visible panels of a page in one request. Panels that are not ready in time are returned as pending.
 * Their reads continue, and the next identical request finds the result.
 */
import { createScopedKey, type SourceScope } from "@/lib/model/sources/source-scope";
import type { PanelOutcome, signalsContract } from "@/lib/contracts/signals";
import type { Answer } from "@/lib/model/answer";
import { isAppError } from "@/lib/model/app-error";
import { questionKey, type Question } from "@/lib/model/question";
import { nowMs } from "@/lib/server/clock";
import type { Handler } from "@/lib/server/handler";
import { waitOrReturnPending } from "@/lib/server/concurrency/pending-after";
import { findOrStartPolledWork } from "@/lib/server/concurrency/polled-work";
import type { JoinableWork } from "@/lib/server/concurrency/share";
import { toProblem } from "@/lib/server/http/problem";
import { answerQuestion, findLastAnswer } from "./answer-question";

function startAnswer(question: Question, sourceScope: SourceScope): JoinableWork<Answer> {
  const { scope, window } = question;
  const lane = `signals ${scope.deployment} ${window.from} ${window.to}`;
  return findOrStartPolledWork(
    { name: "signals-panels", key: createScopedKey(sourceScope, questionKey(question)) },
    (signal) => answerQuestion(question, { sourceScope, signal, lane }),
  );
}

/**
 * Handles the request for the panels of the Signals page. Panels whose queries take longer than `waitMs` are
 * pending, with their last answer.
 */
export const readSignals: Handler<typeof signalsContract> = async ({
  body,
  principal,
  signal,
  requestId,
}) => {
  const panels = await Promise.all(
    body.questions.map(async ({ key, question }): Promise<PanelOutcome> => {
      const cleanQuestion = toQuestion(question);
      const answer = startAnswer(cleanQuestion, principal.sourceScope);
      const outcome = await waitOrReturnPending(body.waitMs, answer.joinResult, signal);
      switch (outcome.kind) {
        case "done":
          return { key, state: "answered", answer: toWireAnswer(outcome.value) };
        case "pending":
          return {
            key,
            state: "pending",
            elapsedMs: answer.elapsedMs(),
            ...(await lastAnswerOf(cleanQuestion, principal.sourceScope)),
          };
        case "failed":
          return {
            key,
            state: "failed",
            problem: toProblem(outcome.error, requestId),
            ...(keepsLastAnswer(outcome.error)
              ? await lastAnswerOf(cleanQuestion, principal.sourceScope)
              : {}),
          };
      }
    }),
  );
  return { asOfMs: nowMs(), panels };
};

/** Returns the last complete answer, so that a page loaded during an outage is not blank. */
async function lastAnswerOf(
  question: Question,
  sourceScope: SourceScope,
): Promise<{ readonly answer?: WireAnswer }> {
  const answer = await findLastAnswer(question, { sourceScope });
  return answer === undefined ? {} : { answer: toWireAnswer(answer) };
}

/** Returns whether the last answer is still displayed after this error. False if the question has become invalid. */
function keepsLastAnswer(error: unknown): boolean {
  return isAppError(error) && error.code !== "invalid-input" && error.code !== "not-found";
}

type SentQuestion = Parameters<Handler<typeof signalsContract>>[0]["body"]["questions"][number]["question"];

/** Returns a question of a request without the optional fields that Zod set to `undefined`. */
export function toQuestion({ scope, extras, ...rest }: SentQuestion): Question {
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
export function toWireAnswer(answer: Answer): WireAnswer {
  return answer as unknown as WireAnswer;
}
