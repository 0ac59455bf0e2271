export function restorePostgresLinks(nativeFolder: string): void;
