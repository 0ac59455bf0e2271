"use client";

import type { HTMLAttributes, Ref } from "react";

interface KeyboardChartAreaProps extends HTMLAttributes<HTMLDivElement> {
  readonly ref: Ref<HTMLDivElement>;
  /** Text of the chart for screen readers. */
  readonly label: string;
  readonly height: number;
}

/** Focusable area in which a chart is painted and arrow keys move the cursor. */
export function KeyboardChartArea({ ref, label, height, ...rest }: KeyboardChartAreaProps) {
  return (
    // "application" is the closest role for an area that handles arrow keys.
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
