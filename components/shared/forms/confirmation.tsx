"use client";

import dynamic from "next/dynamic";
import { createContext, useCallback, useContext, useState, type ReactNode } from "react";
import { ProblemError } from "@/lib/client/fetch-json";

const ConfirmationDialog = dynamic(
  () => import("./confirmation-dialog").then((module) => module.ConfirmationDialog),
  { ssr: false },
);

/** Sends a change. If it needs a confirmation, requests it from the person and then sends the change again. */
type SendConfirmed = <T>(send: () => Promise<T>) => Promise<T>;

const ConfirmationContext = createContext<SendConfirmed>((send) => send());

/**
 * Returns a function that sends a change which requires a confirmed identity. It rejects if the person does
 * not confirm.
 */
export function useSendConfirmed(): SendConfirmed {
  return useContext(ConfirmationContext);
}

interface Question {
  readonly onAnswer: (isConfirmed: boolean) => void;
}

/** Requests confirmations in a dialog. The page below keeps its input meanwhile. */
export function ConfirmationProvider({ children }: { readonly children: ReactNode }) {
  const [question, setQuestion] = useState<Question | null>(null);
  const sendConfirmed = useCallback<SendConfirmed>(async (send) => {
    try {
      return await send();
    } catch (error) {
      if (!needsConfirmation(error)) throw error;
      const isConfirmed = await new Promise<boolean>((onAnswer) => setQuestion({ onAnswer }));
      setQuestion(null);
      if (!isConfirmed) throw error;
      return send();
    }
  }, []);
  return (
    <ConfirmationContext value={sendConfirmed}>
      {children}
      {question !== null && <ConfirmationDialog onAnswer={question.onAnswer} />}
    </ConfirmationContext>
  );
}

function needsConfirmation(error: unknown): boolean {
  return error instanceof ProblemError && error.problem.code === "confirmation-required";
}
