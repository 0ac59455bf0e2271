/** CSS colours of the theme for canvas drawing, by token name. */
export interface ChartTheme {
  readonly ink: string;
  readonly ink2: string;
  readonly ink3: string;
  readonly rule: string;
  readonly paper: string;
  readonly accent: string;
  readonly target: string;
  /** Returns the CSS colour of any token, "currentColor" for an unknown one. */
  readonly resolveColour: (token: string) => string;
  readonly fontSans: string;
}

/** Returns the current colours of the theme. Call it again when the theme changes. */
export function readChartTheme(element: Element): ChartTheme {
  const styles = getComputedStyle(element);
  const known = new Map<string, string>();
  // Cached, because each lookup may recompute the styles of the page, and a chart looks them up on every draw.
  const colour = (token: string): string => {
    const value = known.get(token) ?? (styles.getPropertyValue(`--${token}`).trim() || "currentColor");
    known.set(token, value);
    return value;
  };
  return {
    ink: colour("ink"),
    ink2: colour("ink-2"),
    ink3: colour("ink-3"),
    rule: colour("rule"),
    paper: colour("paper"),
    accent: colour("accent"),
    target: colour("target"),
    resolveColour: colour,
    fontSans: styles.fontFamily,
  };
}
