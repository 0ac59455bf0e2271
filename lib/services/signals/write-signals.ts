/** The signals door's answer as bytes: each panel's answer is written once, however many viewers are sent it. */
import type { signalsContract } from "@/lib/contracts/signals";
import type { HandlerResponse } from "@/lib/server/handler";
import { writePart, type WrittenPart } from "@/lib/server/written-parts";

type Response = HandlerResponse<typeof signalsContract>;
type Panel = Response["panels"][number];

const written = new WeakMap<object, WrittenPart>();

/** The parts joined are `JSON.stringify(response)`. */
export function writeSignals({ panels, ...rest }: Response): readonly WrittenPart[] {
  const head = JSON.stringify(rest);
  const open = `${head.slice(0, -1)}${head === "{}" ? "" : ","}"panels":[`;
  const parts = panels.flatMap((panel, index) => writePanel(panel, index === 0 ? open : ","));
  return panels.length === 0 ? [writePart(`${open}]}`)] : [...parts, writePart("]}")];
}

function writePanel(panel: Panel, before: string): readonly WrittenPart[] {
  if (panel.state !== "answered") return [writePart(before + JSON.stringify(panel))];
  const { answer, ...rest } = panel;
  return [
    writePart(`${before}${JSON.stringify(rest).slice(0, -1)},"answer":`),
    writeOnce(answer),
    writePart("}"),
  ];
}

function writeOnce(answer: object): WrittenPart {
  const before = written.get(answer);
  if (before !== undefined) return before;
  const part = writePart(JSON.stringify(answer));
  written.set(answer, part);
  return part;
}
