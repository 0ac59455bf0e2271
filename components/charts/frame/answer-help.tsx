"use client";

import dynamic from "next/dynamic";
import type { Answer } from "@/lib/model/answer";
import { createLazyPart } from "@/components/ui/lazy-part";
import type { PanelHelp } from "./help-buttons";

/** Definitions and queries are loaded with the first opening, not with the page. */
const help = createLazyPart(() => import("./panel-help"));
const Definition = dynamic(() => help.load().then((module) => module.Definition), { ssr: false });
const QueryList = dynamic(() => help.load().then((module) => module.QueryList), { ssr: false });

/** Returns the popovers with the definition and the queries of an answer. */
export const createAnswerHelp = (answer: Answer): PanelHelp => ({
  renderMeaning: () => <Definition answer={answer} />,
  renderQueries: () => <QueryList answer={answer} />,
  contentPart: help,
});
