"use client";

import { lazy, Suspense } from "react";
import { isolateDirection } from "@/components/shared/isolated-text";

const MarkdownBlocks = lazy(() =>
  import("./markdown-blocks").then((module) => ({ default: module.MarkdownBlocks })),
);

/**
 * Renders the Markdown of a person. The parser is loaded after the page; until then, the raw text is
 * displayed.
 */
export function MarkdownText({ text }: { readonly text: string }) {
  return (
    <Suspense fallback={<p className="wrap-anywhere whitespace-pre-wrap">{isolateDirection(text)}</p>}>
      <MarkdownBlocks text={text} />
    </Suspense>
  );
}
