/** The web framework's settings, and nothing else. */
import type { NextConfig } from "next";

const config: NextConfig = {
  output: "standalone",
  reactStrictMode: true,
  poweredByHeader: false,
  images: { unoptimized: true },
  experimental: {
    // The proxy holds a copy of each body in memory; no door takes more than this.
    proxyClientMaxBodySize: "1mb",
    // A page is seen as soon as its HTML is there: on a busy machine the style sheet came after it by as long as a trace takes to read.
    inlineCss: true,
  },
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
