/**
 * A second, small application for the browser benchmarks: an empty page, and our chart next to bare uPlot, built like
 * the product.
 */
import path from "node:path";
import type { NextConfig } from "next";

const config: NextConfig = {
  // The product's components are above this folder.
  turbopack: { root: path.resolve(import.meta.dirname, "../../..") },
  // The types of the repository are checked elsewhere.
  typescript: { ignoreBuildErrors: true },
  poweredByHeader: false,
};

export default config;
