/** Settings of Next.js. */
import type { NextConfig } from "next";

const isDevelopment = process.env.NODE_ENV !== "production";

const config: NextConfig = {
  output: "standalone",
  reactStrictMode: true,
  poweredByHeader: false,
  images: { unoptimized: true },
  experimental: {
    // The proxy buffers each body in memory, and truncates a larger one by chunks of up to 64 KiB. The rest is
    // over 1 MiB, which its endpoint refuses as too large. Paths that accept more bypass the proxy.
    proxyClientMaxBodySize: "1152kb",
    // No part of the built application reads source maps, and writing them takes a fifth of the build.
    turbopackSourceMaps: isDevelopment,
    turbopackInputSourceMaps: isDevelopment,
  },
  // The scripts of pages contain the parsers of URL parameters once. Server components cannot import "nuqs".
  turbopack: { resolveAlias: { "nuqs/server": { browser: "nuqs" } } },
  // Node loads these packages directly, because they resolve files and workers relative to themselves.
  serverExternalPackages: [
    "@prisma/adapter-pg",
    "@prisma/client",
    "@prisma/driver-adapter-utils",
    "@prisma/schema-engine-wasm",
    "better-auth",
    "pg",
    "pg-boss",
    "pino",
    "undici",
  ],
  // These files are read by path at run time, which tracing does not detect.
  outputFileTracingIncludes: {
    "/*": ["prisma/migrations/**/*", "node_modules/@prisma/schema-engine-wasm/**/*"],
  },
  outputFileTracingExcludes: {
    "/*": [".ridgepoint/**/*", "demo/**/*", "docs/**/*", "tests/**/*"],
  },
};

export default config;
