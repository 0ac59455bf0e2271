/** Serializes the response of the signals endpoint. Each answer is serialized once, for any number of viewers. */
import { memoizePerObject } from "@/lib/base/memoize-per-object";
import type { signalsContract } from "@/lib/contracts/signals";
import type { HandlerResponse } from "@/lib/server/handler";
import { joinBytes, serializeJson } from "./serialize-json";

type Response = HandlerResponse<typeof signalsContract>;
type Panel = Response["panels"][number];

const encoder = new TextEncoder();

/** Returns the response of the Signals page as JSON in UTF-8. */
export function serializeSignalsResponse({ panels, ...rest }: Response): Uint8Array<ArrayBuffer> {
  const begin = `${JSON.stringify(rest).slice(0, -1)},"panels":[`;
  const parts = panels.flatMap((panel, index) => writePanel(panel, index === 0 ? "" : ","));
  return joinBytes([encoder.encode(begin), ...parts, encoder.encode("]}")]);
}

function writePanel(panel: Panel, before: string): readonly Uint8Array[] {
  if (panel.state !== "answered") return [encoder.encode(before + JSON.stringify(panel))];
  const { answer, ...rest } = panel;
  const begin = `${before}${JSON.stringify(rest).slice(0, -1)},"answer":`;
  return [encoder.encode(begin), serializeAnswerOnce(answer), encoder.encode("}")];
}

/** Returns an answer as JSON bytes. They are cached with the answer, which several viewers share. */
export const serializeAnswerOnce = memoizePerObject((answer: object): Uint8Array => serializeJson(answer));
