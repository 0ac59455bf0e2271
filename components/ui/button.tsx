import type { ButtonHTMLAttributes } from "react";
import { buttonClasses, type ButtonLook, type ButtonSize } from "./button-classes";
import { cn } from "./cn";

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly look?: ButtonLook;
  readonly size?: ButtonSize;
}

export function Button({ className, look, size, type = "button", ...rest }: ButtonProps) {
  return <button type={type} className={cn(buttonClasses(look, size), className)} {...rest} />;
}
