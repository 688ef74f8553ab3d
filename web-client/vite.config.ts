import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { precompress } from './build/precompress.ts';
import { weight } from './build/weight.ts';

/** Where `npm run dev` finds a running `parlour serve`. */
const server = process.env.PARLOUR_URL ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [svelte(), precompress(), weight()],
  server: {
    host: '127.0.0.1',
    // The Host of the page is passed on: the server lets only pages of its own origin open the socket.
    proxy: { '/ws': { target: server, ws: true } },
  },
  build: {
    target: 'es2022',
    outDir: 'dist',
    // The server's policy has no `data:` but for images, so every asset is a hashed file of its own.
    assetsInlineLimit: 0,
    // The preload helper's polyfill would be an inline script.
    modulePreload: { polyfill: false },
    sourcemap: false,
  },
});
