"use client";

import { lazy, Suspense } from "react";
import { isolateDirection } from "@/components/shared/isolated-text";

const MarkdownBlocks = lazy(() =>
  import("./markdown-blocks").then((module) => ({ default: module.MarkdownBlocks })),
);

/** Text of people with Markdown. The parser loads after the page, which shows the text as written until then. */
export function MarkdownText({ text }: { readonly text: string }) {
  return (
    <Suspense fallback={<p className="wrap-anywhere whitespace-pre-wrap">{isolateDirection(text)}</p>}>
      <MarkdownBlocks text={text} />
    </Suspense>
  );
}
