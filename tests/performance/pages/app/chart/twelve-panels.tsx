"use client";

import { useMemo } from "react";
import type { SignalsResponse } from "@/lib/contracts/signals";
import type { Answer } from "@/lib/model/answer";
import { TimeChart } from "@/components/charts/draw/time/time-chart";
import { PanelFrame } from "@/components/charts/frame/panel-frame";
import { prepareTimeSeries } from "@/components/charts/prepare/time-series";
import { randomAnswer } from "./random-answer";

const panelCount = 12;
const shape = { points: 360, series: 5 };

/** Returns an endpoint's response to twelve questions, as text. */
export function twelveAnswers(seed: number): string {
  const panels = Array.from({ length: panelCount }, (_, index) => ({
    key: String(index),
    state: "answered",
    answer: randomAnswer(shape, seed + index),
  }));
  return JSON.stringify({ asOfMs: 0, panels });
}

/** Panels as after a refresh of the page: parsed, prepared, framed and drawn. */
export function TwelvePanels({ body }: { readonly body: string }) {
  const { panels } = useMemo(() => JSON.parse(body) as SignalsResponse, [body]);
  return panels.map((panel) =>
    panel.state === "answered" ? (
      <OnePanel key={panel.key} name={panel.key} answer={panel.answer as Answer} />
    ) : null,
  );
}

function OnePanel({ name, answer }: { readonly name: string; readonly answer: Answer }) {
  const data = useMemo(() => prepareTimeSeries(answer, { displayUnit: "s" }), [answer]);
  return (
    <PanelFrame
      title={`Panel ${name}`}
      summary=""
      state={{ kind: "answered", answer }}
      onRetry={() => undefined}
    >
      {() => <TimeChart name={name} data={data} syncKey="twelve" onZoom={() => undefined} />}
    </PanelFrame>
  );
}
