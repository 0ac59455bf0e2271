import type { ButtonHTMLAttributes } from "react";
import { buttonClasses, type ButtonVariant, type ButtonSize } from "./button-classes";
import { cn } from "./cn";

/** Props of a native button, with the variants of the design. */
export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly variant?: ButtonVariant;
  readonly size?: ButtonSize;
}

/** A native button in one of the variants. Its type is "button" unless another one is given. */
export function Button({ className, variant, size, type = "button", ...rest }: ButtonProps) {
  return <button type={type} className={cn(buttonClasses(variant, size), className)} {...rest} />;
}
