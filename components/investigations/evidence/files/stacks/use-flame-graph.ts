"use client";

import { useEffect, useState } from "react";
import { buildFlameGraph, type FlameGraph } from "@/lib/analysis/profiles/flame-graph";
import { runInChunks } from "@/lib/base/steps";

/** A chunk fits into a frame of 16.7 ms. */
const chunkMs = 8;

/** Builds the flame graph of a text in chunks, so that the page stays responsive. Null until it is complete. */
export function useFlameGraph(text: string): FlameGraph | null {
  const [built, setBuilt] = useState<{ readonly text: string; readonly graph: FlameGraph } | null>(null);
  useEffect(() => {
    let isWanted = true;
    const pause = (): Promise<"continue" | "end"> =>
      new Promise((resolve) => {
        setTimeout(() => resolve(isWanted ? "continue" : "end"));
      });
    void runInChunks(buildFlameGraph(text), { chunkMs, nowMs: () => performance.now(), pause }).then(
      (graph) => {
        if (graph !== undefined) setBuilt({ text, graph });
      },
    );
    return () => {
      isWanted = false;
    };
  }, [text]);
  return built?.text === text ? built.graph : null;
}
