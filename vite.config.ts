import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { chunks } from "./scripts/web-build/chunks.ts";
import { directImports } from "./scripts/web-build/direct-imports.ts";
import { icons } from "./scripts/web-build/icons.ts";
import { messages } from "./scripts/web-build/messages.ts";
import { pages } from "./scripts/web-build/pages.ts";
import { serviceWorker } from "./scripts/web-build/service-worker.ts";

const server = `http://127.0.0.1:${process.env.API_PORT ?? 3000}`;

export default defineConfig({
  root: "web",
  resolve: {
    // React has had it for years; wouter still brings its own for those before.
    alias: { "use-sync-external-store/shim/index.js": "react" },
  },
  plugins: [messages(), directImports(), icons(), react(), tailwindcss(), pages(), serviceWorker()],
  build: {
    outDir: "../dist/web",
    emptyOutDir: true,
    // As in the README.
    target: ["chrome106", "safari16.4", "firefox128"],
    // A strict script-src allows no data: URL, and small files are cached better than inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    rolldownOptions: {
      output: { codeSplitting: chunks },
      checks: { bundlerTimings: false },
    },
  },
  server: { proxy: { "/api": server } },
});
