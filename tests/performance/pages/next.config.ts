/** A second, tiny application for the browser benches: an empty page, and our chart beside bare uPlot, built as the product is. */
import path from "node:path";
import type { NextConfig } from "next";

const config: NextConfig = {
  // The product's own components lie above this folder.
  turbopack: { root: path.resolve(import.meta.dirname, "../../..") },
  // The whole repository's types are checked elsewhere.
  typescript: { ignoreBuildErrors: true },
  poweredByHeader: false,
};

export default config;
