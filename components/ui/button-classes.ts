/** CSS classes of buttons. Separate from the component for pages that must load with minimal code. */

const baseClasses =
  "inline-flex shrink-0 items-center justify-center gap-1.5 rounded-sm whitespace-nowrap transition-colors duration-100 disabled:pointer-events-none disabled:opacity-50";

const variantClasses = {
  outline: "border border-rule-strong bg-sheet text-ink hover:bg-hover",
  ghost: "text-ink-2 hover:bg-hover hover:text-ink",
  selected: "bg-selected font-medium text-ink",
} as const;

const sizeClasses = {
  md: "h-7 px-2.5 text-sm",
  sm: "h-6 px-2 text-xs",
  icon: "size-7",
  "icon-sm": "size-6",
} as const;

/** Style of a button. */
export type ButtonVariant = keyof typeof variantClasses;
/** Size of a button. */
export type ButtonSize = keyof typeof sizeClasses;

/** Returns the CSS classes of a button. */
export function buttonClasses(variant: ButtonVariant = "outline", size: ButtonSize = "md"): string {
  return `${baseClasses} ${variantClasses[variant]} ${sizeClasses[size]}`;
}
