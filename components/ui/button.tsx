import { cva, type VariantProps } from "class-variance-authority";
import type { ButtonHTMLAttributes } from "react";
import { cn } from "./cn";

const button = cva(
  "inline-flex shrink-0 items-center justify-center gap-1.5 rounded-sm whitespace-nowrap transition-colors duration-100 disabled:pointer-events-none disabled:opacity-50",
  {
    variants: {
      look: {
        outline: "border border-rule-strong bg-sheet text-ink hover:bg-hover",
        ghost: "text-ink-2 hover:bg-hover hover:text-ink",
        selected: "bg-selected font-medium text-ink",
      },
      size: { md: "h-7 px-2.5 text-sm", sm: "h-6 px-2 text-xs", icon: "size-7", "icon-sm": "size-6" },
    },
    defaultVariants: { look: "outline", size: "md" },
  },
);

export type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & VariantProps<typeof button>;

export function Button({ className, look, size, type = "button", ...rest }: ButtonProps) {
  return <button type={type} className={cn(button({ look, size }), className)} {...rest} />;
}
