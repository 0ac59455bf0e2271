"use client";

import { useMemo } from "react";
import type { Answer } from "@/lib/model/answer";
import { instanceSpreadText } from "./instance-spread";
import type { Panel } from "./panels";

/** Names the outlier instance. Renders nothing if there is none. */
export function SpreadText({ panel, answer }: { readonly panel: Panel; readonly answer: Answer }) {
  return useMemo(() => instanceSpreadText(panel, answer), [panel, answer]);
}
