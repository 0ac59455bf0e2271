/**
 * Intentionally empty. Without this file the framework would load the product's instrumentation, which needs a
 * database.
 */
export function register(): void {}
