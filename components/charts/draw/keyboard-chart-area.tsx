"use client";

import type { HTMLAttributes, Ref } from "react";

interface KeyboardChartAreaProps extends HTMLAttributes<HTMLDivElement> {
  readonly ref: Ref<HTMLDivElement>;
  /** The chart in words, for who hears it. */
  readonly label: string;
  readonly height: number;
}

/** Where a chart is painted: arrow keys walk through it. */
export function KeyboardChartArea({ ref, label, height, ...rest }: KeyboardChartAreaProps) {
  return (
    // The closest role there is for a thing one steps along.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={ref}
      role="application"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys walk through it
      tabIndex={0}
      aria-label={label}
      style={{ height }}
      {...rest}
    />
  );
}
