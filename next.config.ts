/** The web framework's settings, and nothing else. */
import type { NextConfig } from "next";

const config: NextConfig = {
  output: "standalone",
  reactStrictMode: true,
  poweredByHeader: false,
  images: { unoptimized: true },
  // The proxy holds a copy of each body in memory; no door takes more than this.
  experimental: { proxyClientMaxBodySize: "1mb" },
  // Loaded by Node as they are: they find files and workers of their own beside themselves.
  serverExternalPackages: [
    "@prisma/adapter-pg",
    "@prisma/client",
    "@prisma/driver-adapter-utils",
    "@prisma/schema-engine-wasm",
    "pg",
    "pg-boss",
    "pino",
    "undici",
  ],
  // Read at run time by path, which tracing cannot see.
  outputFileTracingIncludes: {
    "/*": ["prisma/migrations/**/*", "node_modules/@prisma/schema-engine-wasm/**/*"],
  },
  outputFileTracingExcludes: {
    "/*": [".ridgepoint/**/*", "demo/**/*", "docs/**/*", "tests/**/*"],
  },
};

export default config;
