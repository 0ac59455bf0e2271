import { clsx, type ClassValue } from "clsx";
import { twMerge } from "tailwind-merge";

/** Joins class names; of two that fight, the later wins. */
export function cn(...classes: readonly ClassValue[]): string {
  return twMerge(clsx(classes));
}
