/** Nothing to begin with; without this file the framework takes the product's own, which wants its database. */
export function register(): void {}
