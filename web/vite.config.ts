import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

const OUT = "../src/capotreno/web";

/** The service worker, with the list of the build's files: another build is another worker. */
function worker(): Plugin {
  return {
    name: "worker",
    apply: "build",
    closeBundle() {
      const names = readdirSync(join(OUT, "assets")).filter((name) => !/\.(gz|br|map)$/.test(name));
      const files = [...names.sort().map((name) => `/assets/${name}`), "/manifest.webmanifest", "/icon.svg"];
      const source = readFileSync("src/sw.js", "utf-8");
      const build = createHash("sha256").update(readFileSync(join(OUT, "index.html"))).update(files.join()).update(source).digest("hex").slice(0, 12);
      writeFileSync(join(OUT, "sw.js"), source.replace("__FILES__", JSON.stringify(files)).replace("__BUILD__", JSON.stringify(build)));
    },
  };
}

/** Every text file also compressed, so that the server only has to choose. */
function compressed(): Plugin {
  return {
    name: "compressed",
    apply: "build",
    closeBundle() {
      for (const name of readdirSync(OUT, { recursive: true, encoding: "utf-8" })) {
        if (!/\.(js|css|html|svg|json|webmanifest)$/.test(name)) continue;
        const text = readFileSync(join(OUT, name));
        if (text.length < 1024) continue;
        writeFileSync(join(OUT, `${name}.gz`), gzipSync(text, { level: 9 }));
        writeFileSync(join(OUT, `${name}.br`), brotliCompressSync(text));
      }
    },
  };
}

export default defineConfig({
  plugins: [svelte(), worker(), compressed()],
  build: {
    outDir: OUT,
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0, // the content-security policy allows no inline scripts
  },
  server: { proxy: { "/api": { target: process.env.CAPOTRENO_SERVER ?? "http://127.0.0.1:8642", ws: true } } },
  test: { environment: "node", include: ["tests/**/*.test.ts"], testTimeout: 60_000 }, // a loaded machine is no fault of the code
});
